import Synchronization

/// Whether somebody has read what changes of a map with each event: from then on its handle notifies of that too.
final class LifeInterest: Sendable {
    private let flag = Atomic<Bool>(false)

    var isThere: Bool { flag.load(ordering: .relaxed) }

    func begin() {
        if !isThere { flag.store(true, ordering: .relaxed) }
    }
}
