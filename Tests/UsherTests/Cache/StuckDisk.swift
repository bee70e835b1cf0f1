import Glibc
import Synchronization

@testable import Usher

/// A cache whose disk does not answer, until it is freed.
final class StuckDisk: Sendable {
    private let isStuck = Atomic(false)
    private let isFree = Atomic(false)

    init(_ cache: MapCache) {
        let started = CacheThread.start { [self] in
            cache.shelf.withLock { _ in
                isStuck.store(true, ordering: .releasing)
                while !isFree.load(ordering: .acquiring) { sched_yield() }
            }
        }
        precondition(started, "no thread")
        while !isStuck.load(ordering: .acquiring) { sched_yield() }
    }

    func free() {
        isFree.store(true, ordering: .releasing)
    }
}
