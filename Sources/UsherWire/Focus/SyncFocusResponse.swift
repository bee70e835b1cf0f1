import CUsherProto
public import UsherCore

/// What the events came to.
public struct SyncFocusResponse: WireMessage {
    public static let messageName = "usher.v1.SyncFocusResponse"

    /// Every session that an event named, as it is now.
    public var sessions: [FocusSession]
    public var rejected: [RejectedFocusEvent]

    public init(sessions: [FocusSession] = [], rejected: [RejectedFocusEvent] = []) {
        self.sessions = sessions
        self.rejected = rejected
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension SyncFocusResponse: MessageMapping {
    typealias C = Usher__V1__SyncFocusResponse
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__sync_focus_response__init }
    static var unpack: Unpack { usher__v1__sync_focus_response__unpack }

    init(_ c: C, _ r: inout Reading) {
        sessions = r.list(c.n_sessions, c.sessions, "sessions")
        rejected = r.list(c.n_rejected, c.rejected, "rejected")
    }

    func fill(_ c: inout C, _ w: Writing) {
        w.list(sessions, &c.n_sessions, &c.sessions)
        w.list(rejected, &c.n_rejected, &c.rejected)
    }
}
