import Synchronization

/// What all connections of a server may have together: bytes, or the connections themselves.
final class Budget: Sendable {
    private let limit: Int
    private let used = Atomic(0)

    init(_ limit: Int) {
        self.limit = limit
    }

    /// Adds to what is in use, also beyond the limit: false if the limit is exceeded then.
    func add(_ count: Int) -> Bool {
        used.add(count, ordering: .relaxed).newValue <= limit
    }

    func subtract(_ count: Int) {
        used.subtract(count, ordering: .relaxed)
    }

    var inUse: Int { used.load(ordering: .relaxed) }
}
