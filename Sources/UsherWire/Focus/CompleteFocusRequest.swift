import CUsherProto
public import UsherCore

/// Ends a session as done.
public struct CompleteFocusRequest: FocusStepRequest {
    public static let messageName = "usher.v1.CompleteFocusRequest"

    public var sessionID: String
    /// 0 is the next one.
    public var ordinal: UInt32
    /// nil is now.
    public var at: Timestamp?

    public init(sessionID: String = "", ordinal: UInt32 = 0, at: Timestamp? = nil) {
        self.sessionID = sessionID
        self.ordinal = ordinal
        self.at = at
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension CompleteFocusRequest: MessageMapping {
    typealias C = Usher__V1__CompleteFocusRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__complete_focus_request__init }
    static var unpack: Unpack { usher__v1__complete_focus_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        sessionID = r.text(c.session_id, "session_id")
        ordinal = c.ordinal
        at = r.time(c.at, "at")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.session_id = w.text(sessionID)
        c.ordinal = ordinal
        c.at = w.time(at)
    }
}
