import CUsherProto
public import UsherCore

/// Says what the member does.
public struct SetStatusRequest: WireMessage {
    public static let messageName = "usher.v1.SetStatusRequest"

    public var token: String
    /// nil for unspecified, and for one of a newer version.
    public var status: MemberStatus?

    public init(token: String = "", status: MemberStatus? = nil) {
        self.token = token
        self.status = status
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension SetStatusRequest: MessageMapping {
    typealias C = Usher__V1__SetStatusRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__set_status_request__init }
    static var unpack: Unpack { usher__v1__set_status_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        token = r.text(c.token, "token")
        status = MemberStatus(known: c.status)
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.token = w.text(token)
        c.status = Usher__V1__MemberStatus(rawValue: UInt32(status?.rawValue ?? 0))
    }
}
