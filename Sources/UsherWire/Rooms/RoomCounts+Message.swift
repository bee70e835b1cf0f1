import CUsherProto
import UsherCore

extension RoomCounts: MessageMapping {
    typealias C = Usher__V1__RoomCounts
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__room_counts__init }
    static var unpack: Unpack { usher__v1__room_counts__unpack }

    init(_ c: C, _ r: inout Reading) {
        self.init(
            seq: c.seq,
            whole: MemberCounts(
                present: Int(c.present), focusing: Int(c.focusing), resting: Int(c.resting), away: Int(c.away)),
            areas: r.list(c.n_areas, c.areas, "areas"))
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.seq = seq
        c.present = UInt32(clamping: whole.present)
        c.focusing = UInt32(clamping: whole.focusing)
        c.resting = UInt32(clamping: whole.resting)
        c.away = UInt32(clamping: whole.away)
        w.list(areas, &c.n_areas, &c.areas)
    }
}

extension AreaCounts: MessageMapping {
    typealias C = Usher__V1__AreaCounts
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__area_counts__init }
    static var unpack: Unpack { usher__v1__area_counts__unpack }

    init(_ c: C, _ r: inout Reading) {
        self.init(
            areaID: r.text(c.area_id, "area_id"),
            counts: MemberCounts(
                present: Int(c.present), focusing: Int(c.focusing), resting: Int(c.resting), away: Int(c.away)))
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.area_id = w.text(areaID)
        c.present = UInt32(clamping: counts.present)
        c.focusing = UInt32(clamping: counts.focusing)
        c.resting = UInt32(clamping: counts.resting)
        c.away = UInt32(clamping: counts.away)
    }
}
