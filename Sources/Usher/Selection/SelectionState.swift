import UsherCore

/// A selection core's state behind its lock: the machine, and who waits for what it does.
struct SelectionState {
    /// What observers can see, to find what changed.
    struct Seen: Equatable {
        var seats: [ChosenSeat] = []
        var totals = SelectionTotals()
        var phase = SelectionPhase.choosing
        var lock: SeatLock?
        var sale: SeatSale?
        var lost: [LostSeat] = []
        var deadline: Int64?
    }

    struct Consumer {
        var news = SelectionEventMerger()
        var continuation: CheckedContinuation<Void, Never>?

        var hasNews: Bool {
            var news = news
            return news.next() != nil
        }
    }

    /// What is done outside the lock.
    struct Effects {
        var changed: SelectionProperties = []
        var ended: [(CallWaiter<CallOutcome>, CallWaiter<CallOutcome>.End)] = []
        var woken: [CheckedContinuation<Void, Never>] = []
    }

    var machine: SelectionMachine
    var seen = Seen()
    var waiters: [Int: [CallWaiter<CallOutcome>]] = [:]
    /// What the gateway said to calls that it refused, until their ends are told.
    var errors: [Int: UsherError] = [:]
    var consumers: [Int: Consumer] = [:]
    var sleeper: (id: Int, wakes: Int64, task: Task<Void, Never>, keeps: Bool)?
    var geometry: (hall: HallRevision, geometry: HallGeometry)?
    var lastID = 0
    weak var handle: SeatSelection?

    init(_ machine: SelectionMachine) {
        self.machine = machine
    }

    mutating func newID() -> Int {
        lastID += 1
        return lastID
    }

    /// Compares with what was seen last, and tells consumers.
    mutating func finish(_ map: SelectionMap?, _ effects: inout Effects) {
        let new = Seen(
            seats: machine.seats, totals: machine.totals(on: map), phase: machine.phase, lock: machine.lock,
            sale: machine.sale, lost: machine.lost, deadline: machine.deadline)
        let old = seen
        seen = new
        if old.seats != new.seats {
            effects.changed.insert(.selected)
            tell(.selected(new.seats))
        }
        if old.totals != new.totals { effects.changed.insert(.totals) }
        if old.lock != new.lock {
            effects.changed.insert(.lock)
            if let lock = new.lock { tell(.lock(lock)) }
        }
        if old.sale != new.sale { effects.changed.insert(.sale) }
        if old.lost != new.lost { effects.changed.insert(.lost) }
        if old.deadline != new.deadline { effects.changed.insert(.remaining) }
        if old.phase != new.phase {
            effects.changed.insert(.phase)
            tell(.phase(new.phase))
        }
        for (id, consumer) in consumers {
            guard let waiting = consumer.continuation, machine.isClosed || consumer.hasNews else { continue }
            consumers[id]?.continuation = nil
            effects.woken.append(waiting)
        }
    }

    mutating func tell(_ event: SelectionEvent) {
        for id in consumers.keys { consumers[id]?.news.add(event) }
    }

    /// Where the hall's seats are; made when somebody first points at them.
    mutating func geometry(of hall: HallRevision) -> HallGeometry {
        if let geometry, geometry.hall === hall { return geometry.geometry }
        let new = HallGeometry(hall.hall)
        geometry = (hall, new)
        return new
    }
}
