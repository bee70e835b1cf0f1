import UsherCore

/// Observers of a map.
extension MapCore {
    /// It is told the whole map first, as soon as there is one; held weakly.
    func add(_ observer: any MapObserver) {
        change { state, _ in
            state.observers.append(MapObservation(observer: observer))
            state.wakeWaiters()
        }
        if state.withLock({ $0.isShutDown }) { observer.shutDown() }
    }

    func remove(_ observer: any MapObserver) {
        let present = state.withLock { state in
            let present = state.observers.compactMap(\.observer)
            state.observers.removeAll { $0.observer == nil || $0.observer === observer }
            return present
        }
        withExtendedLifetime(present) {}
    }
}
