import UsherCore

/// What one consumer was told and what it was not yet: a byte a seat, and the seats touched since, however slow it is.
struct UpdateMerger: WatchMerger {
    private var told: [UInt8] = []
    private var touched: Set<Int32> = []
    private var isReset = true
    private var position = Position()
    private var show: Show?
    private var connection: MapConnection?
    private var reason: SeatMapUpdate.Reason?

    mutating func touch(_ changes: [SeatChange]) {
        guard !isReset else { return }
        for change in changes { touched.insert(change.seat) }
    }

    /// Another hall: all is to be told anew.
    mutating func reset() {
        if !isReset, reason == nil { reason = .newHall }
        isReset = true
        told = []
        touched = []
    }

    mutating func historyLost() {
        // Who has not heard of the first map has nothing to unlearn.
        if !isReset || reason != nil { reason = .historyLost }
    }

    /// What there is to tell; nil if nothing differs from what was told, and before the first map.
    mutating func take(_ view: MapView) -> SeatMapUpdate? {
        guard view.hall != nil else { return nil }
        var update = SeatMapUpdate(position: view.position)
        if isReset {
            isReset = false
            update.isReset = true
            update.hall = view.hall?.hall
            update.changes = view.states.indices.map { SeatChange(seat: Int32($0), state: view.states[$0]) }
            told = view.states
        } else if !touched.isEmpty {
            update.changes = differences(view.states)
        }
        if let new = view.show, new != show {
            show = new
            update.show = new
        }
        if view.connection != connection {
            connection = view.connection
            update.connection = view.connection
        }
        update.reason = reason.take()
        let hasMoved = view.position != position
        position = view.position
        let isEmpty =
            !hasMoved && !update.isReset && update.changes.isEmpty && update.show == nil && update.connection == nil
            && update.reason == nil
        return isEmpty ? nil : update
    }

    private mutating func differences(_ states: [UInt8]) -> [SeatChange] {
        var changes: [SeatChange] = []
        for seat in touched.sorted() where told[Int(seat)] != states[Int(seat)] {
            told[Int(seat)] = states[Int(seat)]
            changes.append(SeatChange(seat: seat, state: states[Int(seat)]))
        }
        // After a burst the table's room is given back.
        touched.removeAll(keepingCapacity: touched.count <= Limits.touchedSeatsKept)
        return changes
    }
}
