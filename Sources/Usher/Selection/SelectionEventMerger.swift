import UsherCore

/// What one consumer of a selection's events is still to be told: bounded, because states replace each other and a lost
/// seat is kept once.
struct SelectionEventMerger {
    private var lost: [LostSeat] = []
    private var selected: [ChosenSeat]?
    private var lock: SeatLock?
    private var phase: SelectionPhase?
    private var renewalEnd: SelectionNotice.RenewalEnd?

    mutating func add(_ event: SelectionEvent) {
        switch event {
        case .lost(let seats):
            let codes = Set(seats.map(\.code))
            lost.removeAll { codes.contains($0.code) }
            lost += seats
            if lost.count > Limits.untoldLosses { lost.removeFirst(lost.count - Limits.untoldLosses) }
        case .selected(let seats): selected = seats
        case .lock(let lock): self.lock = lock
        case .phase(let phase): self.phase = phase
        case .renewalEnded(let reason): renewalEnd = reason
        }
    }

    /// What comes next: losses first, and the phase after what explains it.
    mutating func next() -> SelectionEvent? {
        if !lost.isEmpty {
            defer { lost = [] }
            return .lost(lost)
        }
        if let seats = selected.take() { return .selected(seats) }
        if let lock = lock.take() { return .lock(lock) }
        if let reason = renewalEnd.take() { return .renewalEnded(reason) }
        return phase.take().map(SelectionEvent.phase)
    }
}
