import CUsherProto
public import UsherCore

/// Moves a lock's deadline.
public struct RenewLockRequest: WireMessage {
    public static let messageName = "usher.v1.RenewLockRequest"

    public var token: String
    /// nil: the policy's `lockTTL`.
    public var ttl: TimeSpan?
    /// 1 to 64 characters, or "" for none.
    public var requestID: String

    public init(token: String = "", ttl: TimeSpan? = nil, requestID: String = "") {
        self.token = token
        self.ttl = ttl
        self.requestID = requestID
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension RenewLockRequest: MessageMapping {
    typealias C = Usher__V1__RenewLockRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__renew_lock_request__init }
    static var unpack: Unpack { usher__v1__renew_lock_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        token = r.text(c.token, "token")
        ttl = r.span(c.ttl, "ttl")
        requestID = r.text(c.request_id, "request_id")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.token = w.text(token)
        c.ttl = w.span(ttl)
        c.request_id = w.text(requestID)
    }
}
