internal import UsherCore
internal import UsherRPC

/// Gathers every field fault of one request by proto path, so that a caller hears of all at once.
struct RequestCheck: Sendable {
    private(set) var faults: [FieldFault]
    /// Paths that were faulty already when the message was decoded: their values are not worth a second complaint.
    private let faultyPaths: Set<String>

    /// `faults` is what decoding found.
    init(_ faults: [FieldFault] = []) {
        self.faults = faults
        faultyPaths = Set(faults.map(\.field))
    }

    mutating func add(_ field: String, _ description: String) {
        guard !faultyPaths.contains(field) else { return }
        faults.append(FieldFault(field, description))
    }

    mutating func add(_ more: [FieldFault]) {
        for fault in more { add(fault.field, fault.description) }
    }

    /// Throws INVALID_ARGUMENT with everything found.
    func finish() throws(RPCError) {
        if !faults.isEmpty { throw RPCError(.fields(faults)) }
    }

    // MARK: Fields

    /// `hall_id, show_id, holder …`
    mutating func id(_ text: String, _ field: String) {
        if text.isEmpty {
            add(field, "is missing: 1 to 64 characters of A-Z a-z 0-9 . _ : -")
        } else if let fault = TextRules.idFault(text, field: field) {
            add(field, fault.description)
        }
    }

    /// Empty is none.
    mutating func requestID(_ text: String, _ field: String = "request_id") {
        if let fault = TextRules.requestIDFault(text, field: field) { add(field, fault.description) }
    }

    /// 1 to 64 characters.
    mutating func orderRef(_ text: String, _ field: String = "order_ref") {
        if !TextRules.isRequestID(text) { add(field, "must be 1 to 64 characters without control characters") }
    }

    /// Free text, may be empty.
    mutating func text(_ text: String, _ field: String) {
        if !TextRules.isPlain(text, atMost: Limits.maxFreeTextCharacters) {
            add(field, "must be at most \(Limits.maxFreeTextCharacters) characters without control characters")
        }
    }

    /// Seat codes: well formed, each once, not too many.
    mutating func seats(_ seats: [String], _ field: String, mayBeEmpty: Bool = false) {
        if seats.isEmpty, !mayBeEmpty { add(field, "is empty: name at least one seat") }
        if seats.count > Limits.maxSeatsPerRequest {
            return add(field, "has \(seats.count) seats; at most \(Limits.maxSeatsPerRequest) fit in one request")
        }
        // Of a few seats each is compared with those before it: quicker than to put them into a table.
        let isFew = seats.count <= Limits.fewSeats
        var firsts = [String: Int](minimumCapacity: isFew ? 0 : seats.count)
        for (index, seat) in seats.enumerated() {
            guard TextRules.isSeatCode(seat) else {
                add("\(field)[\(index)]", "must be a seat code: 1 to 64 characters without control characters")
                continue
            }
            let first = isFew ? seats[..<index].firstIndex(of: seat) : firsts[seat]
            if let first {
                add("\(field)[\(index)]", "seat \(seat) is named twice, first as \(field)[\(first)]")
            } else if !isFew {
                firsts[seat] = index
            }
        }
    }

    /// Seats that stand in two lists of one request.
    mutating func disjoint(_ seats: [String], _ field: String, from others: [String], _ otherField: String) {
        let known = Set(others)
        for (index, seat) in seats.enumerated() where known.contains(seat) {
            add("\(field)[\(index)]", "seat \(seat) also stands in \(otherField)")
        }
    }

    /// The lower bound; the upper one is the show's `max_lock_time`, which the ledger knows.
    mutating func ttl(_ span: TimeSpan?, _ field: String = "ttl") {
        if let span, span < .seconds(1) { add(field, "must be at least 1 s; leave it out for the show's lock_ttl") }
    }

    /// Size and token of a listing.
    mutating func page(size: Int, token: String) {
        if size < 0 || size > Limits.maxPageSize {
            add("page_size", "must be 1 to \(Limits.maxPageSize), or 0 for \(Limits.defaultPageSize)")
        }
        if token.utf8.count > Limits.maxPageTokenBytes { add("page_token", "is not a token of ours") }
    }
}
