import CUsherProto
public import UsherCore

/// Makes a show.
public struct CreateShowRequest: WireMessage {
    public static let messageName = "usher.v1.CreateShowRequest"

    /// nil if the message has none.
    public var show: ShowInput?
    /// 1 to 64 characters, or "" for none.
    public var requestID: String

    public init(show: ShowInput? = nil, requestID: String = "") {
        self.show = show
        self.requestID = requestID
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension CreateShowRequest: MessageMapping {
    typealias C = Usher__V1__CreateShowRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__create_show_request__init }
    static var unpack: Unpack { usher__v1__create_show_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        show = r.message(c.show, "show")
        requestID = r.text(c.request_id, "request_id")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.show = w.message(show)
        c.request_id = w.text(requestID)
    }
}
