import CUsherProto
public import UsherCore

/// Adds seats to a lock and removes some at once.
public struct ChangeLockRequest: WireMessage {
    public static let messageName = "usher.v1.ChangeLockRequest"

    public var token: String
    /// Codes.
    public var add: [String]
    /// Codes.
    public var remove: [String]
    /// 1 to 64 characters, or "" for none.
    public var requestID: String

    public init(token: String = "", add: [String] = [], remove: [String] = [], requestID: String = "") {
        self.token = token
        self.add = add
        self.remove = remove
        self.requestID = requestID
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension ChangeLockRequest: MessageMapping {
    typealias C = Usher__V1__ChangeLockRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__change_lock_request__init }
    static var unpack: Unpack { usher__v1__change_lock_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        token = r.text(c.token, "token")
        add = r.texts(c.n_add, c.add, "add")
        remove = r.texts(c.n_remove, c.remove, "remove")
        requestID = r.text(c.request_id, "request_id")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.token = w.text(token)
        w.texts(add, &c.n_add, &c.add)
        w.texts(remove, &c.n_remove, &c.remove)
        c.request_id = w.text(requestID)
    }
}
