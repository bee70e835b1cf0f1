import Synchronization

/// The focus timers that talk through a client: what the client is told, they are told.
final class FocusTimerRegistry: Sendable {
    private struct Place {
        weak var core: FocusTimerCore?
    }

    private struct State {
        var places: [ObjectIdentifier: Place] = [:]
        var isSuspended = false
    }

    private let state = Mutex(State())

    func add(_ core: FocusTimerCore) {
        let isSuspended = state.withLock { state in
            state.places = state.places.filter { $0.value.core != nil }
            state.places[ObjectIdentifier(core)] = Place(core: core)
            return state.isSuspended
        }
        core.suspend(isSuspended)
    }

    func remove(_ core: FocusTimerCore) {
        state.withLock { $0.places[ObjectIdentifier(core)] = nil }
    }

    func networkChanged() {
        for core in all() { core.networkChanged() }
    }

    func suspend(_ isSuspended: Bool) {
        state.withLock { $0.isSuspended = isSuspended }
        for core in all() { core.suspend(isSuspended) }
    }

    /// The client is closed: the timers go on alone.
    func detach() {
        for core in all() { core.attach(nil) }
    }

    private func all() -> [FocusTimerCore] {
        state.withLock { $0.places.values.compactMap(\.core) }
    }
}
