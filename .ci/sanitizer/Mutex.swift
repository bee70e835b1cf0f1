// For ThreadSanitizer alone: `.ci/sanitize` puts this file into each target of a copy of the sources, where it takes the
// place of `Synchronization.Mutex`. That one waits by a futex that the sanitizer does not know: whoever got it after
// waiting would be reported. This one is a pthread mutex, which the sanitizer follows, so that nothing is suppressed.
import Glibc

/// Guard: `lock`.
final class Mutex<Value>: @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    init(_ value: consuming sending Value) {
        lock = .allocate(capacity: 1)
        lock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(lock, nil)
        self.value = value
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body(&value)
    }
}
