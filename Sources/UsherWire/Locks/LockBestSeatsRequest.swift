import CUsherProto
public import UsherCore

/// Locks the seats that would be suggested first.
public struct LockBestSeatsRequest: WireMessage {
    public static let messageName = "usher.v1.LockBestSeatsRequest"

    public var showID: String
    /// Size of the party.
    public var count: Int
    /// Empty is all zones.
    public var zoneIDs: [String]
    public var kind: SeatKind
    /// Per seat, in minor units; 0 is no limit.
    public var maxAmountMinor: Int64
    /// 0 is the default.
    public var limit: Int
    /// Decides between equals.
    public var seed: UInt64
    public var holder: String
    /// nil: the policy's `lockTTL`.
    public var ttl: TimeSpan?
    /// 1 to 64 characters, or "" for none.
    public var requestID: String

    public init(
        showID: String = "", count: Int = 0, zoneIDs: [String] = [], kind: SeatKind = .standard,
        maxAmountMinor: Int64 = 0, limit: Int = 0, seed: UInt64 = 0, holder: String = "", ttl: TimeSpan? = nil,
        requestID: String = ""
    ) {
        self.showID = showID
        self.count = count
        self.zoneIDs = zoneIDs
        self.kind = kind
        self.maxAmountMinor = maxAmountMinor
        self.limit = limit
        self.seed = seed
        self.holder = holder
        self.ttl = ttl
        self.requestID = requestID
    }

    /// Which seats are asked for.
    public var query: SeatQuery {
        SeatQuery(
            count: count, zoneIDs: zoneIDs, kind: kind, maxAmountMinor: maxAmountMinor, limit: limit, seed: seed)
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
        count = Int(c.count)
        zoneIDs = r.texts(c.n_zone_ids, c.zone_ids, "zone_ids")
        kind = SeatKind(wire: c.kind)
        maxAmountMinor = c.max_amount_minor
        limit = Int(c.limit)
        seed = c.seed
        holder = r.text(c.holder, "holder")
        ttl = r.span(c.ttl, "ttl")
        requestID = r.text(c.request_id, "request_id")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.show_id = w.text(showID)
        c.count = UInt32(clamping: count)
        w.texts(zoneIDs, &c.n_zone_ids, &c.zone_ids)
        c.kind = kind.wire
        c.max_amount_minor = maxAmountMinor
        c.limit = UInt32(clamping: limit)
        c.seed = seed
        c.holder = w.text(holder)
        c.ttl = w.span(ttl)
        c.request_id = w.text(requestID)
    }
}
