/// Candidates that are tried in their order, each next one without waiting for the last to fail: one that answers
/// nobody costs a moment and not its whole patience (RFC 8305, "happy eyeballs"). The first to succeed wins. No I/O, no
/// clock; times are nanoseconds.
public struct StaggeredRace: Sendable {
    private let count: Int
    private let delay: Int64
    private var next = 0
    private var running: Set<Int> = []
    /// When the next candidate begins if nothing happens before; nil if there is none.
    public private(set) var wakesAt: Int64?

    /// `delay` is how long each candidate is alone before the next one begins.
    public init(count: Int, delay: Int64) {
        self.count = count
        self.delay = delay
    }

    /// True once no candidate is left that has not begun.
    public var allHaveBegun: Bool { next == count }

    /// True once every candidate has failed.
    public var isLost: Bool { allHaveBegun && running.isEmpty }

    /// The first candidate, or nil if there is none.
    public mutating func begin(now: Int64) -> Int? { startNext(now) }

    /// A candidate has got somewhere: the next one waits for `patience` from now.
    public mutating func progressed(_ candidate: Int, patience: Int64, now: Int64) {
        guard running.contains(candidate), let due = wakesAt else { return }
        wakesAt = max(due, now + patience)
    }

    /// The candidate that begins at once in place of one that failed, if any is left.
    public mutating func failed(_ candidate: Int, now: Int64) -> Int? {
        guard running.remove(candidate) != nil else { return nil }
        return startNext(now)
    }

    /// The candidate whose turn has come.
    public mutating func timePassed(now: Int64) -> Int? {
        guard let due = wakesAt, now >= due else { return nil }
        return startNext(now)
    }

    private mutating func startNext(_ now: Int64) -> Int? {
        wakesAt = nil
        guard next < count else { return nil }
        defer { next += 1 }
        running.insert(next)
        if next + 1 < count { wakesAt = now + delay }
        return next
    }
}
