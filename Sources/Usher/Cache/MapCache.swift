import Synchronization
import UsherCore

/// A directory in which seat maps outlive the program: what was last known of a show is there at once the next time,
/// also without any network, and only what changed since is read from the gateway.
///
/// Give it to a client as `UsherClientOptions.cache`; several clients, and several processes, may share a directory.
/// The cache is a convenience and never in the way: files that are damaged, of another version or of somebody else are
/// passed over, a full or unreadable disk means that nothing is kept, and no call of yours waits for the disk.
/// It holds what a gateway tells every reader of a map: hall, show and seat states; no locks, no tokens.
public final class MapCache: Sendable {
    /// Made when the first map is kept, for this user alone. Other files in it are left alone.
    public let directory: String
    /// Keeps gateways, tenants or accounts apart that may not see each other's maps; nil takes the addresses of the
    /// client's gateway.
    public let namespace: String?

    private struct Waiting {
        var queue = CacheQueue()
        /// As the thread left it after its last job.
        var statistics = MapCacheStatistics()
        /// Jobs for which there was no thread.
        var refused = 0
    }

    private let waiting = Mutex(Waiting())
    /// Only the one thread that works locks it, and holds it while the disk takes its time.
    let shelf: Mutex<CacheShelf>

    /// Touches no file yet.
    public init(directory: String, namespace: String? = nil, bounds: MapCacheBounds = MapCacheBounds()) {
        self.directory = directory
        self.namespace = namespace
        shelf = Mutex(CacheShelf(directory, bounds))
    }

    /// What the cache did so far.
    public var statistics: MapCacheStatistics {
        waiting.withLock { waiting in
            var statistics = waiting.statistics
            statistics.dropped += waiting.queue.dropped
            statistics.failures += waiting.refused
            return statistics
        }
    }

    /// Returns when everything that was to be kept or removed until now is written: before the program ends.
    public func flush() async {
        await withCheckedContinuation { continuation in
            post { $0.addDone(continuation) }
        }
    }

    /// Removes all maps of all namespaces, as when a user signs out. Returns when they are gone.
    public func clear() async {
        await withCheckedContinuation { continuation in
            post { queue in
                queue.clear()
                queue.addDone(continuation)
            }
        }
    }

    // MARK: For the client

    /// The show's map as it was kept last; nil if there is none that can be used.
    func load(_ key: MapKey) async -> CachedMap? {
        await withCheckedContinuation { continuation in
            find(continuation) { queue in
                // What still waits to be written is newer than what is written.
                if let map = queue.waiting(key) { return .answer(map) }
                return queue.load(.findMap(key, continuation)) ? .later : .answer(nil)
            }
        }
    }

    /// A hall that some map was kept with.
    func loadHall(_ key: HallKey) async -> LoadedHall? {
        await withCheckedContinuation { continuation in
            find(continuation) { queue in
                queue.load(.findHall(key, continuation)) ? .later : .answer(nil)
            }
        }
    }

    /// Has a map kept, soon; the newest one of a show is.
    func store(_ map: CachedMap, _ key: MapKey) {
        post { $0.change(key, map) }
    }

    /// Removes a show that is no more, or that the caller may no longer see.
    func forget(_ key: MapKey) {
        post { $0.change(key, nil) }
    }

    // MARK: The thread

    private enum Found<Value: Sendable>: Sendable {
        case answer(Value?)
        case later
    }

    private func find<Value: Sendable>(
        _ continuation: CheckedContinuation<Value?, Never>, _ ask: (inout CacheQueue) -> Found<Value>
    ) {
        var found = Found<Value>.later
        post { found = ask(&$0) }
        if case .answer(let value) = found { continuation.resume(returning: value) }
    }

    /// Changes the queue, and sees to it that somebody works it off.
    private func post(_ change: (inout CacheQueue) -> Void) {
        let starts = waiting.withLock { waiting in
            change(&waiting.queue)
            return waiting.queue.startsWork()
        }
        guard starts else { return }
        if !CacheThread.start({ self.work() }) { refuse() }
    }

    private func work() {
        while let job = waiting.withLock({ $0.queue.next() }) {
            // Answered after the statistics are told, so that whoever waits sees them.
            let answer = shelf.withLock { shelf in
                let answer = Self.run(job, &shelf)
                let statistics = shelf.statistics
                waiting.withLock { $0.statistics = statistics }
                return answer
            }
            answer()
        }
    }

    /// Without a thread nothing is found and nothing kept, until the next one is asked for.
    private func refuse() {
        while let job = waiting.withLock({ $0.queue.next() }) {
            waiting.withLock { $0.refused += 1 }
            switch job {
            case .findMap(_, let continuation): continuation.resume(returning: nil)
            case .findHall(_, let continuation): continuation.resume(returning: nil)
            case .done(let continuation): continuation.resume()
            case .keep, .forget, .clear: break
            }
        }
    }

    /// Does a job; what it returns tells who waits for it.
    private static func run(_ job: CacheQueue.Job, _ shelf: inout CacheShelf) -> @Sendable () -> Void {
        switch job {
        case .findMap(let key, let continuation):
            let map = shelf.map(key)
            return { continuation.resume(returning: map) }
        case .findHall(let key, let continuation):
            let hall = shelf.hall(key)
            return { continuation.resume(returning: hall) }
        case .keep(let key, let map): shelf.keep(map, key)
        case .forget(let key): shelf.forget(key)
        case .clear: shelf.clear()
        case .done(let continuation): return { continuation.resume() }
        }
        return {}
    }
}
