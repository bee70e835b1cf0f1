import CUsherProto
public import UsherCore

extension Room: WireMessage {
    public static var messageName: String { "usher.v1.Room" }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension Room: MessageMapping {
    typealias C = Usher__V1__Room
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__room__init }
    static var unpack: Unpack { usher__v1__room__unpack }

    /// Absent spans get their defaults.
    init(_ c: C, _ r: inout Reading) {
        self.init(
            roomID: r.text(c.room_id, "room_id"), hallID: r.text(c.hall_id, "hall_id"),
            hallRevision: c.hall_revision, name: r.text(c.name, "name"),
            awayAfter: r.span(c.away_after, "away_after") ?? Room.usualAwayAfter,
            leaveAfter: r.span(c.leave_after, "leave_after") ?? Room.usualLeaveAfter)
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.room_id = w.text(roomID)
        c.hall_id = w.text(hallID)
        c.name = w.text(name)
        c.away_after = w.span(awayAfter)
        c.leave_after = w.span(leaveAfter)
        c.hall_revision = hallRevision
    }
}
