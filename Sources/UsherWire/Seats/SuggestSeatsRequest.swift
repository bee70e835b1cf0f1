import CUsherProto
public import UsherCore

/// Asks for proposals for a party.
public struct SuggestSeatsRequest: WireMessage {
    public static let messageName = "usher.v1.SuggestSeatsRequest"

    public var showID: String
    public var query: SeatQuery

    public init(showID: String, _ query: SeatQuery) {
        self.showID = showID
        self.query = query
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension SuggestSeatsRequest: MessageMapping {
    typealias C = Usher__V1__SuggestSeatsRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__suggest_seats_request__init }
    static var unpack: Unpack { usher__v1__suggest_seats_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        showID = r.text(c.show_id, "show_id")
        query = SeatQuery(
            count: Int(c.count), zoneIDs: r.texts(c.n_zone_ids, c.zone_ids, "zone_ids"), kind: SeatKind(wire: c.kind),
            maxAmountMinor: c.max_amount_minor, limit: Int(c.limit), seed: c.seed)
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.show_id = w.text(showID)
        c.count = UInt32(clamping: query.count)
        w.texts(query.zoneIDs, &c.n_zone_ids, &c.zone_ids)
        c.kind = query.kind.wire
        c.max_amount_minor = query.maxAmountMinor
        c.limit = UInt32(clamping: query.limit)
        c.seed = query.seed
    }
}
