import CUsherProto
public import UsherCore

/// Sells a lock's seats.
public struct ConfirmLockRequest: WireMessage {
    public static let messageName = "usher.v1.ConfirmLockRequest"

    public var token: String
    /// The partner's own order number.
    public var orderRef: String
    /// 1 to 64 characters, or "" for none.
    public var requestID: String

    public init(token: String = "", orderRef: String = "", requestID: String = "") {
        self.token = token
        self.orderRef = orderRef
        self.requestID = requestID
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension ConfirmLockRequest: MessageMapping {
    typealias C = Usher__V1__ConfirmLockRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__confirm_lock_request__init }
    static var unpack: Unpack { usher__v1__confirm_lock_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        token = r.text(c.token, "token")
        orderRef = r.text(c.order_ref, "order_ref")
        requestID = r.text(c.request_id, "request_id")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.token = w.text(token)
        c.order_ref = w.text(orderRef)
        c.request_id = w.text(requestID)
    }
}
