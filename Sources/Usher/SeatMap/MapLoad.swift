import UsherCore

/// A call of its own that a map needs, as for its hall: tried again with backoff until it comes.
struct MapLoad {
    private(set) var isRunning = false
    /// When to try again; nil unless the last attempt failed.
    private(set) var retryAt: Int64?
    /// Asking again is useless.
    private(set) var isRefused = false
    private var backoff = Backoff()

    /// True if the call is to be made now.
    mutating func begin() -> Bool {
        guard !isRunning else { return false }
        isRunning = true
        retryAt = nil
        return true
    }

    mutating func came() {
        self = MapLoad()
    }

    mutating func failed(
        _ error: UsherError, isFinal: Bool, now: Int64, using generator: inout RuntimeGenerator
    ) {
        isRunning = false
        isRefused = isFinal
        guard !isRefused else { return }
        let pause = max(0, min(error.retryAfter?.nanoseconds ?? 0, Limits.longestAskedPause.nanoseconds))
        retryAt = now + pause + backoff.next(using: &generator).nanoseconds
    }

    /// Somebody asks anew: what failed before is forgotten.
    mutating func forgetFailures() {
        retryAt = nil
        isRefused = false
        backoff.reset()
    }
}
