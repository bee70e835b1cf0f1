import UsherCore

/// The request ids of the last hours: recent ones here, flushed ones in the table.
struct RequestIndex {
    private var recent: [RequestKey: StoredRequest] = [:]

    var count: Int { recent.count }

    init() {}

    /// What the log has beyond the last flush.
    init(store: any LedgerStore) throws(LedgerError) {
        var recent: [RequestKey: StoredRequest] = [:]
        try store.unflushedRequests { recent[$0] = $1 }
        self.recent = recent
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

    mutating func insert(_ request: StoredRequest, for key: RequestKey) {
        recent[key] = request
    }

    /// Writes all into the table, in its order, within the store's transaction.
    mutating func flush(to store: any LedgerStore) throws(LedgerError) {
        for (key, request) in recent.sorted(by: { $0.key < $1.key }) { try store.write(request, key: key) }
        try store.setRequestsFlushed(to: store.position)
        recent.removeAll(keepingCapacity: true)
    }
}
