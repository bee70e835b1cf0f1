import CUsherProto
public import UsherCore

/// Reads a lock.
public struct GetLockRequest: WireMessage {
    public static let messageName = "usher.v1.GetLockRequest"

    public var token: String

    public init(token: String = "") {
        self.token = token
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension GetLockRequest: MessageMapping {
    typealias C = Usher__V1__GetLockRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__get_lock_request__init }
    static var unpack: Unpack { usher__v1__get_lock_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        token = r.text(c.token, "token")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.token = w.text(token)
    }
}
