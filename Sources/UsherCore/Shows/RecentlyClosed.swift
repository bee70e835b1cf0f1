/// Closed locks of late: those not archived yet, and the newest of those that are.
struct RecentlyClosed: Sendable {
    private struct Entry: Sendable {
        var lock: Lock
        var archived: Bool
    }

    /// What a replayed late confirmation did to a lock that was not in memory.
    struct Confirmation: Sendable {
        var sale: UInt64
        var at: Timestamp
        var seq: UInt64
    }

    private var locks: [UInt64: Entry] = [:]
    private var unarchived: [UInt64] = []
    private var archivedOrder = RecentOrder()
    private(set) var confirmations: [UInt64: Confirmation] = [:]

    subscript(number: UInt64) -> Lock? { locks[number]?.lock }

    var isEmpty: Bool { locks.isEmpty }

    /// A lock that closed or changed after it had closed.
    mutating func close(_ lock: Lock) {
        if locks[lock.number]?.archived != false { unarchived.append(lock.number) }
        locks[lock.number] = Entry(lock: lock, archived: false)
    }

    /// A late confirmation of a lock that is not in memory: kept until the lock is restored.
    mutating func confirm(_ number: UInt64, _ confirmation: Confirmation) {
        confirmations[number] = confirmation
    }

    /// A closed lock from the archive.
    mutating func restore(_ lock: Lock) {
        guard locks[lock.number] == nil else { return }
        if let confirmation = confirmations.removeValue(forKey: lock.number) {
            var lock = lock
            lock.state = .confirmed
            lock.saleNumber = confirmation.sale
            lock.closedAt = confirmation.at
            lock.seq = confirmation.seq
            close(lock)
        } else {
            locks[lock.number] = Entry(lock: lock, archived: true)
            archivedOrder.append(lock.number)
            trim()
        }
    }

    /// Those closed or changed since the last call, by number; from here on they may leave memory.
    mutating func take() -> [Lock] {
        let taken = unarchived.sorted()
        unarchived.removeAll(keepingCapacity: true)
        var result: [Lock] = []
        result.reserveCapacity(taken.count)
        for number in taken {
            guard let entry = locks[number] else { continue }
            result.append(entry.lock)
            locks[number]?.archived = true
            archivedOrder.append(number)
        }
        trim()
        return result
    }

    private mutating func trim() {
        while archivedOrder.count > Limits.closedLocksInMemory, let oldest = archivedOrder.popFirst() {
            if locks[oldest]?.archived == true { locks[oldest] = nil }
        }
    }
}
