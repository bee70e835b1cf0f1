import CUsherProto
public import UsherCore

extension FocusSession: WireMessage {
    public static var messageName: String { "usher.v1.FocusSession" }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension FocusSession: MessageMapping {
    typealias C = Usher__V1__FocusSession
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__focus_session__init }
    static var unpack: Unpack { usher__v1__focus_session__unpack }

    init(_ c: C, _ r: inout Reading) {
        let endedAt = r.time(c.ended_at, "ended_at")
        self.init(
            sessionID: r.text(c.session_id, "session_id"), memberID: r.text(c.member_id, "member_id"),
            roomID: r.text(c.room_id, "room_id"), state: FocusState(wire: c.state, hasEnded: endedAt != nil),
            planned: r.span(c.planned, "planned"),
            startedAt: r.time(c.started_at, "started_at") ?? Timestamp(nanoseconds: 0), endedAt: endedAt,
            elapsed: r.span(c.elapsed, "elapsed") ?? .zero, lastOrdinal: c.last_ordinal,
            serverTime: r.time(c.server_time, "server_time") ?? Timestamp(nanoseconds: 0))
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.session_id = w.text(sessionID)
        c.member_id = w.text(memberID)
        c.room_id = w.text(roomID)
        c.state = Usher__V1__FocusState(rawValue: UInt32(state.rawValue))
        c.planned = w.span(planned)
        c.started_at = w.time(startedAt)
        c.ended_at = w.time(endedAt)
        c.elapsed = w.span(elapsed)
        c.last_ordinal = lastOrdinal
        c.server_time = w.time(serverTime)
    }
}

extension FocusState {
    /// A state of a newer version is taken for one in which no time runs: a reader must neither count on by itself nor
    /// take the session for done.
    init(wire: Usher__V1__FocusState, hasEnded: Bool) {
        let known = UInt8(exactly: wire.rawValue).flatMap(FocusState.init(rawValue:))
        self = known ?? (hasEnded ? .abandoned : .paused)
    }
}
