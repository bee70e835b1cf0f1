import CUsherProto
public import UsherCore

/// Starts a session.
public struct StartFocusRequest: WireMessage {
    public static let messageName = "usher.v1.StartFocusRequest"

    public var sessionID: String
    public var memberID: String
    /// "" for none.
    public var roomID: String
    /// nil is open-ended.
    public var planned: TimeSpan?
    /// nil is now.
    public var startedAt: Timestamp?

    public init(
        sessionID: String = "", memberID: String = "", roomID: String = "", planned: TimeSpan? = nil,
        startedAt: Timestamp? = nil
    ) {
        self.sessionID = sessionID
        self.memberID = memberID
        self.roomID = roomID
        self.planned = planned
        self.startedAt = startedAt
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension StartFocusRequest: MessageMapping {
    typealias C = Usher__V1__StartFocusRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__start_focus_request__init }
    static var unpack: Unpack { usher__v1__start_focus_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        sessionID = r.text(c.session_id, "session_id")
        memberID = r.text(c.member_id, "member_id")
        roomID = r.text(c.room_id, "room_id")
        planned = r.span(c.planned, "planned")
        startedAt = r.time(c.started_at, "started_at")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.session_id = w.text(sessionID)
        c.member_id = w.text(memberID)
        c.room_id = w.text(roomID)
        c.planned = w.span(planned)
        c.started_at = w.time(startedAt)
    }
}
