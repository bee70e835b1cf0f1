import CUsherProto
public import UsherCore

/// One page of sessions, newest first.
public struct ListFocusResponse: WireMessage {
    public static let messageName = "usher.v1.ListFocusResponse"

    public var sessions: [FocusSession]
    /// "" on the last page.
    public var nextPageToken: String
    /// nil from a gateway that does not tell it.
    public var serverTime: Timestamp?

    public init(sessions: [FocusSession] = [], nextPageToken: String = "", serverTime: Timestamp? = nil) {
        self.sessions = sessions
        self.nextPageToken = nextPageToken
        self.serverTime = serverTime
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension ListFocusResponse: MessageMapping {
    typealias C = Usher__V1__ListFocusResponse
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__list_focus_response__init }
    static var unpack: Unpack { usher__v1__list_focus_response__unpack }

    init(_ c: C, _ r: inout Reading) {
        sessions = r.list(c.n_sessions, c.sessions, "sessions")
        nextPageToken = r.text(c.next_page_token, "next_page_token")
        serverTime = r.time(c.server_time, "server_time")
    }

    func fill(_ c: inout C, _ w: Writing) {
        w.list(sessions, &c.n_sessions, &c.sessions)
        c.next_page_token = w.text(nextPageToken)
        c.server_time = w.time(serverTime)
    }
}
