import CUsherProto
public import UsherCore

extension RoomMember: WireMessage {
    public static var messageName: String { "usher.v1.Member" }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension RoomMember: MessageMapping {
    typealias C = Usher__V1__Member
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__member__init }
    static var unpack: Unpack { usher__v1__member__unpack }

    /// Zero times are none, as in an update.
    init(_ c: C, _ r: inout Reading) {
        let started = r.time(c.focus_started_at, "focus_started_at")
        let planned = r.span(c.planned, "planned")
        self.init(
            memberID: r.text(c.member_id, "member_id"), seat: r.text(c.seat, "seat"),
            status: MemberStatus(wire: c.status), focusStartedAt: started == .cleared ? nil : started,
            planned: planned == .zero ? nil : planned, nickname: r.text(c.nickname, "nickname"),
            avatar: r.text(c.avatar, "avatar"),
            joinedAt: r.time(c.joined_at, "joined_at") ?? Timestamp(nanoseconds: 0))
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.member_id = w.text(memberID)
        c.seat = w.text(seat)
        c.status = status.wire
        c.focus_started_at = w.time(focusStartedAt)
        c.planned = w.span(planned)
        c.nickname = w.text(nickname)
        c.avatar = w.text(avatar)
        c.joined_at = w.time(joinedAt)
    }
}
