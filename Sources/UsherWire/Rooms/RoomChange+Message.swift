import CUsherProto
import UsherCore

extension RoomChange: MessageMapping {
    typealias C = Usher__V1__RoomChange
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__room_change__init }
    static var unpack: Unpack { usher__v1__room_change__unpack }

    init(_ c: C, _ r: inout Reading) {
        let kind: Kind
        switch c.change_case {
        case USHER__V1__ROOM_CHANGE__CHANGE_JOINED:
            kind = r.message(c.joined, "joined").map(Kind.joined) ?? .unknown
        case USHER__V1__ROOM_CHANGE__CHANGE_UPDATED:
            kind = r.message(c.updated, "updated").map(Kind.updated) ?? .unknown
        case USHER__V1__ROOM_CHANGE__CHANGE_LEFT: kind = .left(r.text(c.left, "left"))
        default: kind = .unknown
        }
        self.init(seq: c.seq, kind: kind)
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.seq = seq
        switch kind {
        case .joined(let member):
            c.change_case = USHER__V1__ROOM_CHANGE__CHANGE_JOINED
            c.joined = w.message(member)
        case .updated(let update):
            c.change_case = USHER__V1__ROOM_CHANGE__CHANGE_UPDATED
            c.updated = w.message(update)
        case .left(let memberID):
            c.change_case = USHER__V1__ROOM_CHANGE__CHANGE_LEFT
            c.left = w.text(memberID)
        case .unknown: break
        }
    }
}
