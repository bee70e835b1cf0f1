import CUsherProto
public import UsherCore

/// Locks the seats that would be suggested first.
public struct LockBestSeatsRequest: WireMessage {
    public static let messageName = "usher.v1.LockBestSeatsRequest"

    public var showID: String
    public var query: SeatQuery
    public var holder: String
    /// nil: the policy's `lockTTL`.
    public var ttl: TimeSpan?
    /// 1 to 64 characters, or "" for none.
    public var requestID: String

    public init(
        showID: String, _ query: SeatQuery, holder: String, ttl: TimeSpan? = nil, requestID: String = ""
    ) {
        self.showID = showID
        self.query = query
        self.holder = holder
        self.ttl = ttl
        self.requestID = requestID
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension LockBestSeatsRequest: MessageMapping {
    typealias C = Usher__V1__LockBestSeatsRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__lock_best_seats_request__init }
    static var unpack: Unpack { usher__v1__lock_best_seats_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        showID = r.text(c.show_id, "show_id")
        query = SeatQuery(
            count: Int(c.count), zoneIDs: r.texts(c.n_zone_ids, c.zone_ids, "zone_ids"), kind: SeatKind(wire: c.kind),
            maxAmountMinor: c.max_amount_minor, limit: Int(c.limit), seed: c.seed)
        holder = r.text(c.holder, "holder")
        ttl = r.span(c.ttl, "ttl")
        requestID = r.text(c.request_id, "request_id")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.show_id = w.text(showID)
        c.count = UInt32(clamping: query.count)
        w.texts(query.zoneIDs, &c.n_zone_ids, &c.zone_ids)
        c.kind = query.kind.wire
        c.max_amount_minor = query.maxAmountMinor
        c.limit = UInt32(clamping: query.limit)
        c.seed = query.seed
        c.holder = w.text(holder)
        c.ttl = w.span(ttl)
        c.request_id = w.text(requestID)
    }
}
