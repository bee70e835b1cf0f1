/// One consumer of a core, as long as somebody holds its iterator. It holds the handle, which lives as long.
final class WatchSubscription<Core: WatchCore>: Sendable {
    private let core: Core
    private let handle: Core.State.Handle
    private let handleID: Int
    private let id: Int

    init(_ core: Core, _ handle: Core.State.Handle, id handleID: Int) {
        self.core = core
        self.handle = handle
        self.handleID = handleID
        id = core.addConsumer()
    }

    deinit {
        core.removeConsumer(id)
    }

    func next() async throws(UsherError) -> Core.Update? {
        while !Task.isCancelled {
            switch core.step(consumer: id, handle: handleID) {
            case .update(let update): return update
            case .end: return nil
            case .fail(let error): throw error
            case .wait(let version): await core.wait(after: version, handle: handleID)
            }
        }
        return nil
    }
}
