/// What is due when: locks in their show, shows in the ledger; a binary heap. Entries are never searched for: one whose
/// owner is gone or has another deadline by now is stale, and whoever finds it at the top drops it.
package struct DeadlineHeap<Key: Comparable & Sendable>: Sendable {
    package struct Entry: Sendable, Equatable, Comparable {
        package var deadline: Timestamp
        package var key: Key

        package init(deadline: Timestamp, key: Key) {
            self.deadline = deadline
            self.key = key
        }

        /// Equal deadlines fall in the order of the keys, so that expiry is the same on every replay.
        package static func < (lhs: Entry, rhs: Entry) -> Bool {
            lhs.deadline == rhs.deadline ? lhs.key < rhs.key : lhs.deadline < rhs.deadline
        }
    }

    private var entries: [Entry] = []

    package var count: Int { entries.count }
    package var first: Entry? { entries.first }

    package init() {}

    /// In any order.
    package init(_ entries: [Entry]) {
        // A sorted array is a heap.
        self.entries = entries.sorted()
    }

    package mutating func push(_ entry: Entry) {
        entries.append(entry)
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard entries[child] < entries[parent] else { return }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    package mutating func popFirst() {
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
    package func due(_ now: Timestamp) -> [Entry] {
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
