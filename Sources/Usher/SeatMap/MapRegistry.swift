import Synchronization
import UsherCore

/// The maps of a client, one core a show. A core lives as long as its handles, its stream or its linger.
final class MapRegistry: Sendable {
    private struct Place {
        weak var core: MapCore?
    }

    private struct State {
        var cores: [String: Place] = [:]
        var isSuspended = false
        var isClosed = false
    }

    private let state = Mutex(State())

    /// The core of the show, made of the known map if there is none.
    func core(_ showID: String, _ client: UsherClient, _ known: SeatMapReplica? = nil) -> MapCore {
        state.withLock { state in
            if let core = state.cores[showID]?.core { return core }
            let core = MapCore(client: client, showID: showID, isSuspended: state.isSuspended, known: known)
            if state.isClosed { core.shutDown() }
            state.cores[showID] = Place(core: core)
            return core
        }
    }

    /// A core is gone; another one of the same show may be here already.
    func forget(_ showID: String) {
        let other = state.withLock { state in
            let other = state.cores[showID]?.core
            if other == nil { state.cores[showID] = nil }
            return other
        }
        // Let go of outside the lock: this may be the last that holds it.
        withExtendedLifetime(other) {}
    }

    /// How many shows are followed, or linger.
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

    private func all() -> [MapCore] {
        state.withLock { $0.cores.values.compactMap(\.core) }
    }
}
