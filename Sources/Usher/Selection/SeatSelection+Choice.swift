public import UsherCore

/// Choosing seats: local, at once, and never sent.
extension SeatSelection {
    /// Toggles the seat with this index in the map's hall; half a couple's pair brings the other half. A second tap
    /// on it within 200 ms counts with the first. The show's limits are judged here; `LOCK_FIXED` once it is paid.
    @discardableResult
    public func tap(seat index: Int) -> TapOutcome {
        core.change { state, map, now, _ in state.machine.tap(index, on: map, now: now) }
    }

    /// Toggles the seat at a point of the hall (`HallGeometry`'s coordinates, in seat widths); between two seats none,
    /// unless `slop` reaches one unambiguously.
    @discardableResult
    public func tap(at point: MapPoint, slop: Double = 0) -> TapOutcome {
        core.change { state, map, now, _ in
            guard let map else { return .refused(SelectionRefusal("NO_MAP", message: "the seat map is not here yet")) }
            guard let seat = state.geometry(of: map.hall).seat(at: point, slop: slop) else { return .nothing }
            return state.machine.tap(seat, on: map, now: now)
        }
    }

    /// Chooses a seat by its code; chosen already, nothing changes.
    @discardableResult
    public func select(_ code: String) -> TapOutcome {
        core.change { state, map, now, _ in state.machine.select(code, on: map, now: now) }
    }

    /// Gives a seat back by its code; not chosen, nothing changes. A locked one is the gateway's until `change()`.
    @discardableResult
    public func deselect(_ code: String) -> TapOutcome {
        core.change { state, map, _, _ in state.machine.deselect(code, on: map) }
    }

    /// Gives all seats back and forgets what was lost. A lock stays until it is changed or released.
    @discardableResult
    public func clear() -> TapOutcome {
        core.change { state, _, _, _ in state.machine.clear() }
    }
}
