import Synchronization

/// The maps or rooms of a client, one core a show or room. A core lives as long as its handles, its stream or its linger.
final class CoreRegistry<Key: Hashable & Sendable, Core: RegisteredCore>: Sendable {
    private struct Place {
        weak var core: Core?
    }

    private struct State {
        var cores: [Key: Place] = [:]
        var isSuspended = false
        var isClosed = false
    }

    private let state = Mutex(State())

    /// The core of the key, made if there is none.
    func core(_ key: Key, make: (_ isSuspended: Bool) -> Core) -> Core {
        state.withLock { state in
            if let core = state.cores[key]?.core { return core }
            let core = make(state.isSuspended)
            if state.isClosed { core.shutDown() }
            state.cores[key] = Place(core: core)
            return core
        }
    }

    /// A core is gone; another one of the same key may be here already.
    func forget(_ key: Key) {
        let other = state.withLock { state in
            let other = state.cores[key]?.core
            if other == nil { state.cores[key] = nil }
            return other
        }
        // Let go of outside the lock: this may be the last that holds it.
        withExtendedLifetime(other) {}
    }

    /// How many are followed, or linger.
    var count: Int { all().count }

    func networkChanged() {
        for core in all() { core.networkChanged() }
    }

    func suspend() {
        state.withLock { $0.isSuspended = true }
        for core in all() { core.suspend() }
    }

    func resume() {
        state.withLock { $0.isSuspended = false }
        for core in all() { core.resume() }
    }

    func close() {
        state.withLock { $0.isClosed = true }
        for core in all() { core.shutDown() }
    }

    private func all() -> [Core] {
        state.withLock { $0.cores.values.compactMap(\.core) }
    }
}
