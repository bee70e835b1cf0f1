/// What happens when, in virtual time: the earliest first, and in the order of planning where times are equal.
struct Agenda<Item> {
    private var heap: [(at: Int64, order: UInt64, item: Item)] = []
    private var planned: UInt64 = 0

    var next: Int64? { heap.first?.at }

    mutating func plan(_ item: Item, at time: Int64) {
        planned += 1
        heap.append((time, planned, item))
        var child = heap.count - 1
        while child > 0, isBefore(child, (child - 1) / 2) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func take() -> (at: Int64, item: Item)? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            sink()
        }
        return (first.at, first.item)
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && isBefore(child, least) {
                least = child
            }
            guard least != parent else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }

    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        (heap[left].at, heap[left].order) < (heap[right].at, heap[right].order)
    }
}
