import CUsherProto
public import UsherCore

/// Reads a session.
public struct GetFocusRequest: WireMessage {
    public static let messageName = "usher.v1.GetFocusRequest"

    public var sessionID: String

    public init(sessionID: String = "") {
        self.sessionID = sessionID
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension GetFocusRequest: MessageMapping {
    typealias C = Usher__V1__GetFocusRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__get_focus_request__init }
    static var unpack: Unpack { usher__v1__get_focus_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        sessionID = r.text(c.session_id, "session_id")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.session_id = w.text(sessionID)
    }
}
