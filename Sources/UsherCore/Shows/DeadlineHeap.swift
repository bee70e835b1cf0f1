/// Locks by deadline. Entries are never searched for: one whose lock has closed or moved on is stale, and its owner
/// drops it when it comes to the top.
struct DeadlineHeap: Sendable {
    struct Entry: Sendable, Equatable, Comparable {
        var deadline: Timestamp
        var lock: UInt64

        /// Equal deadlines fall in the order of the locks, so that expiry is the same on every replay.
        static func < (lhs: Entry, rhs: Entry) -> Bool {
            lhs.deadline == rhs.deadline ? lhs.lock < rhs.lock : lhs.deadline < rhs.deadline
        }
    }

    private var entries: [Entry] = []

    var count: Int { entries.count }
    var first: Entry? { entries.first }

    init() {}

    /// In any order.
    init(_ entries: [Entry]) {
        // A sorted array is a heap.
        self.entries = entries.sorted()
    }

    mutating func push(_ entry: Entry) {
        entries.append(entry)
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard entries[child] < entries[parent] else { return }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    mutating func popFirst() {
        guard let last = entries.popLast(), !entries.isEmpty else { return }
        entries[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in 2 * parent + 1..<min(2 * parent + 3, max(entries.count, 2 * parent + 1)) {
                if entries[child] < entries[least] { least = child }
            }
            guard least != parent else { return }
            entries.swapAt(least, parent)
            parent = least
        }
    }

    /// Entries with a deadline at or before `now`, stale ones too, in order. Costs only what it returns.
    func due(_ now: Timestamp) -> [Entry] {
        guard let first, first.deadline <= now else { return [] }
        var result: [Entry] = []
        var open = [0]
        while let position = open.popLast() {
            guard position < entries.count, entries[position].deadline <= now else { continue }
            result.append(entries[position])
            open.append(2 * position + 1)
            open.append(2 * position + 2)
        }
        return result.sorted()
    }
}
