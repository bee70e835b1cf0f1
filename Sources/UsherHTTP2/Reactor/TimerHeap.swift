/// A binary heap of timers whose members know their place, so that cancelling removes at once: a call that ends early
/// leaves nothing behind, however far its deadline lies.
struct TimerHeap {
    private var timers: [LoopTimer] = []
    private var nextOrder: UInt64 = 0

    var count: Int { timers.count }
    var earliest: Int64? { timers.first?.deadline }

    mutating func add(deadline: Int64, _ job: @escaping () -> Void) -> LoopTimer {
        let timer = LoopTimer(deadline: deadline, order: nextOrder, job: job)
        nextOrder += 1
        timer.position = timers.count
        timers.append(timer)
        siftUp(timer.position)
        return timer
    }

    mutating func remove(_ timer: LoopTimer) {
        timer.job = nil
        let position = timer.position
        guard position >= 0 else { return }
        timer.position = -1
        guard let last = timers.popLast(), position < timers.count else { return }
        timers[position] = last
        last.position = position
        siftDown(position)
        siftUp(last.position)
    }

    /// Takes the earliest timer if it is due.
    mutating func popDue(now: Int64) -> (() -> Void)? {
        guard let first = timers.first, first.deadline <= now else { return nil }
        let job = first.job
        remove(first)
        return job
    }

    private mutating func siftUp(_ start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard timers[child].precedes(timers[parent]) else { return }
            swapTimers(child, parent)
            child = parent
        }
    }

    private mutating func siftDown(_ start: Int) {
        var parent = start
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < timers.count {
                if timers[child].precedes(timers[least]) { least = child }
            }
            guard least != parent else { return }
            swapTimers(parent, least)
            parent = least
        }
    }

    private mutating func swapTimers(_ a: Int, _ b: Int) {
        timers.swapAt(a, b)
        timers[a].position = a
        timers[b].position = b
    }
}
