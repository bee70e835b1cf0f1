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
        var found = recent[key]
        if found == nil { found = try store.request(key) }
        guard let found, now - found.at < Limits.retention else { return nil }
        return found
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
