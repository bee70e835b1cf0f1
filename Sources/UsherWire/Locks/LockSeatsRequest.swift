import CUsherProto
public import UsherCore

/// Locks named seats, all or nothing.
public struct LockSeatsRequest: WireMessage {
    public static let messageName = "usher.v1.LockSeatsRequest"

    public var showID: String
    public var holder: String
    /// Codes.
    public var seats: [String]
    /// nil: the policy's `lockTTL`.
    public var ttl: TimeSpan?
    /// 1 to 64 characters, or "" for none.
    public var requestID: String

    public init(
        showID: String = "", holder: String = "", seats: [String] = [], ttl: TimeSpan? = nil, requestID: String = ""
    ) {
        self.showID = showID
        self.holder = holder
        self.seats = seats
        self.ttl = ttl
        self.requestID = requestID
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension LockSeatsRequest: MessageMapping {
    typealias C = Usher__V1__LockSeatsRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__lock_seats_request__init }
    static var unpack: Unpack { usher__v1__lock_seats_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        showID = r.text(c.show_id, "show_id")
        holder = r.text(c.holder, "holder")
        seats = r.texts(c.n_seats, c.seats, "seats")
        ttl = r.span(c.ttl, "ttl")
        requestID = r.text(c.request_id, "request_id")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.show_id = w.text(showID)
        c.holder = w.text(holder)
        w.texts(seats, &c.n_seats, &c.seats)
        c.ttl = w.span(ttl)
        c.request_id = w.text(requestID)
    }
}
