/// One armed timer of a reactor. Belongs to the reactor's thread.
public final class LoopTimer {
    /// Boot-clock nanoseconds.
    public let deadline: Int64
    /// Breaks ties, so that equal deadlines fire in the order in which they were set.
    let order: UInt64
    /// nil once fired or cancelled.
    var job: (() -> Void)?
    /// The place in the heap; negative outside of it.
    var position = -1

    init(deadline: Int64, order: UInt64, job: @escaping () -> Void) {
        self.deadline = deadline
        self.order = order
        self.job = job
    }

    func precedes(_ other: LoopTimer) -> Bool {
        (deadline, order) < (other.deadline, other.order)
    }
}
