import UsherCore

extension SeatMap {
    /// A customer's selection on this map. `holder` is an id as the contract defines ids; `otherSeats` is what the
    /// holder has beside it, as far as the app knows, and counts for the policy's `max_seats_per_holder`.
    ///
    /// Its observers are notified on the actor that calls this, if one does.
    public func selection(
        holder: String, otherSeats: Int = 0, isolation: (any Actor)? = #isolation
    ) -> SeatSelection {
        SeatSelection(map: core, holder: holder, otherSeats: otherSeats, isolation: isolation)
    }

    /// Goes on with a lock that was begun elsewhere: before a restart of the app, on another device. Returns when the
    /// gateway has told where the lock stands; throws `LOCK_UNKNOWN`, also for a lock of another show.
    public func selection(
        holder: String, token: String, otherSeats: Int = 0, isolation: (any Actor)? = #isolation
    ) async throws(UsherError) -> SeatSelection {
        let selection = SeatSelection(map: core, holder: holder, otherSeats: otherSeats, isolation: isolation)
        try await selection.core.attach(token: token)
        return selection
    }
}

extension MapCore {
    /// The map as selections see it now; nil before the first map.
    var selectionMap: SelectionMap? {
        let view = state.withLock { $0.view }
        return view.hall.map {
            SelectionMap(hall: $0.revision, show: view.show, states: view.states, position: view.position)
        }
    }
}
