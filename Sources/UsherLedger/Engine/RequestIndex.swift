import UsherCore

/// The request ids of the last hours: recent ones here, flushed ones in the table.
struct RequestIndex {
    private struct Unflushed {
        var key: RequestKey
        /// The end of the log when it came: its record is behind that.
        var base: UInt64
    }

    private var recent: [RequestKey: StoredRequest] = [:]
    /// Of what is in `recent`, oldest first; what is before `head` waits to be moved away.
    private var order: [Unflushed] = []
    private var head = 0

    var count: Int { recent.count }

    init() {}

    /// What the log has beyond the last flush.
    init(store: any LedgerStore) throws(LedgerError) {
        var found: [(RequestKey, StoredRequest)] = []
        try store.unflushedRequests { found.append(($0, $1)) }
        for (key, request) in found { insert(request, for: key, after: store.requestsFlushedTo) }
    }

    /// What the id stood for, unless that is too long ago.
    func find(_ key: RequestKey, now: Timestamp, store: any LedgerStore) throws(LedgerError) -> StoredRequest? {
        // After a long stop the log may still hold an id that has had its time; the table may know it anew.
        if let found = recent[key], now - found.at < Limits.retention { return found }
        guard let found = try store.request(key), now - found.at < Limits.retention else { return nil }
        return found
    }

    /// What the table holds counts from here on.
    mutating func forget(_ key: RequestKey) {
        recent[key] = nil
    }

    /// `base`: the end of the log as it is before the request's record.
    mutating func insert(_ request: StoredRequest, for key: RequestKey, after base: UInt64) {
        recent[key] = request
        order.append(Unflushed(key: key, base: base))
    }

    /// Writes the oldest ones into the table, at most `limit` of them, within the store's transaction. Returns whether
    /// those were all.
    @discardableResult
    mutating func flush(to store: any LedgerStore, atMost limit: Int = .max) throws(LedgerError) -> Bool {
        let end = head + min(limit, order.count - head)
        // In the table's order.
        for key in order[head..<end].map(\.key).sorted() {
            guard let request = recent.removeValue(forKey: key) else { continue }
            try store.write(request, key: key)
        }
        head = end
        if head * 2 > order.count {
            order.removeFirst(head)
            head = 0
        }
        try store.setRequestsFlushed(to: head < order.count ? order[head].base : store.position)
        return head == order.count
    }
}
