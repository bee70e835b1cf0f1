#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A thread that does one thing and ends: file calls block, and must hold up neither a caller nor the tasks' threads.
/// It exists only while there is something to do; an idle cache has none.
final class CacheThread: Sendable {
    private let work: @Sendable () -> Void

    private init(_ work: @escaping @Sendable () -> Void) {
        self.work = work
    }

    /// False if the system gives no thread.
    static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
        let thread = Unmanaged.passRetained(CacheThread(work))
        #if canImport(Darwin)
            var id: pthread_t?
            let code = pthread_create(&id, nil, { CacheThread.run($0) }, thread.toOpaque())
            if code == 0, let id { pthread_detach(id) }
        #else
            var id = pthread_t()
            let code = pthread_create(&id, nil, { CacheThread.run($0) }, thread.toOpaque())
            if code == 0 { pthread_detach(id) }
        #endif
        if code != 0 { thread.release() }
        return code == 0
    }

    private static func run(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let argument { Unmanaged<CacheThread>.fromOpaque(argument).takeRetainedValue().work() }
        return nil
    }
}
