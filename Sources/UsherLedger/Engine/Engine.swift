import UsherCore

/// The ledger's thread-confined core: decides batches of requests, commits each batch in one transaction, publishes,
/// answers. Made on the caller's thread, then handed to the ledger thread and touched by nothing else.
final class Engine {
    let store: any LedgerStore
    let clock: LedgerTime
    let tuning: Tuning
    let ears: DeviceEars
    var observer: (any LedgerObserver)?
    var generator = SystemRandomNumberGenerator()

    var shows: [ShowRef: LoadedShow] = [:]
    var showsByKey: [Int64: LoadedShow] = [:]
    var loadedSeats = 0
    /// How many of them are followed.
    private var followedShows = 0
    var halls = HallCache()
    var requests: RequestIndex
    /// Of loaded shows, by key: when each is to be looked at.
    var deadlines = DeadlineHeap<Int64>()
    var rooms: [RoomRef: LoadedRoom] = [:]
    var roomsByKey: [Int64: LoadedRoom] = [:]
    /// Of rooms, by key: when each is to be looked at.
    var roomDeadlines = DeadlineHeap<Int64>()
    /// Rooms with members since before the start that are not loaded yet.
    var roomsToLoad: Set<Int64> = []
    /// Rooms that got records since the last housekeeping.
    var grownRooms: Set<Int64> = []
    /// So many loaded rooms are worth a look for those that can go.
    var nextRoomSweep: Int
    /// When a focus session comes to its end by itself of which its room is to hear; perhaps earlier than needed.
    var nextRoomEnd: Timestamp?
    var batch: Batch
    /// Keys of shows that got records since the last housekeeping.
    var grown: Set<Int64> = []

    /// Set if the end shall be that of a killed process.
    var isAbandoned = false
    /// Who waits for the end.
    var closing: [Reply<Void>] = []
    /// Set while the store is of no use: the next batch tries to reopen it.
    var failure: LedgerError? {
        didSet { notices.store(failure, now: clock.now) }
    }
    /// What whoever runs the server should know.
    var notices = Notices()
    private var lastReopen: Timestamp?
    var nextPrune: Timestamp
    var lastRequestFlush: Timestamp

    init(
        store: any LedgerStore, clock: LedgerTime, observer: (any LedgerObserver)?, ears: DeviceEars = DeviceEars(),
        tuning: Tuning = Tuning()
    ) throws(LedgerError) {
        self.store = store
        self.ears = ears
        self.clock = clock
        self.tuning = tuning
        self.observer = observer
        requests = try RequestIndex(store: store)
        batch = Batch(now: clock.startedAt)
        nextPrune = clock.startedAt
        nextRoomSweep = tuning.loadedRooms
        lastRequestFlush = clock.startedAt
        try scheduleLiveRooms()
        nextRoomEnd = try store.nextRoomEnd()
    }

    /// When something is due next.
    var nextDeadline: Timestamp? {
        [deadlines.first?.deadline, roomDeadlines.first?.deadline, nextRoomEnd].compactMap { $0 }.min()
    }

    /// How long the thread may sleep; nil is until it is woken.
    var wait: TimeSpan? {
        guard clock.runs else { return nil }
        if failure != nil { return Limits.reopenPause }
        guard let next = nextDeadline else { return Limits.idleWait }
        return min(max(next - clock.now, .zero), Limits.longestWait)
    }

    /// One batch: everything asked for is decided, committed together, published and answered.
    func process(_ asks: some Collection<Ask>) {
        if failure != nil, !recover(), let failure {
            for ask in asks { turnAway(ask, LedgerError(.storeAway, failure.message)) }
            return
        }
        batch.begin(now: clock.now)
        do {
            try expireDue()
            try lapseDue()
            try endDueFocus()
            for ask in asks { try handle(ask) }
            try writeRecords()
            try store.commit()
        } catch {
            for ask in asks.dropFirst(batch.handled) { turnAway(ask, error) }
            fail(error)
            return
        }
        publish()
        for answer in batch.answers { answer(nil) }
        batch.round.give(nil)
        closing += batch.closing
        batch.begin(now: batch.now)
    }

    /// Followed shows stay in memory; the others are bounded in number, and everything loaded by its seats.
    var isCrowded: Bool {
        shows.count - followedShows > tuning.loadedShows || loadedSeats > Limits.loadedSeats
    }

    func setFollowed(_ show: LoadedShow, _ isFollowed: Bool) {
        guard show.isFollowed != isFollowed else { return }
        show.isFollowed = isFollowed
        followedShows += isFollowed ? 1 : -1
    }

    // MARK: After the commit

    private func publish() {
        for show in batch.touched {
            let commit = show.settleCommitted()
            if show.begins {
                show.begins = false
                observer?.began(
                    show.ref, FeedStart(show: show.state.show, hall: show.state.hall, history: show.history))
            } else if show.isFollowed, let commit {
                observer?.committed(show.ref, commit)
            }
            schedule(show)
            grown.insert(show.key)
        }
        publishRooms()
    }

    /// Has the engine look at the show when its next lock's time is over.
    func schedule(_ show: LoadedShow) {
        guard let next = show.ask({ $0.nextDeadline }) else { return }
        if let scheduled = show.scheduled, scheduled <= next { return }
        show.scheduled = next
        deadlines.push(DeadlineHeap.Entry(deadline: next, key: show.key))
    }

    private func expireDue() throws(LedgerError) {
        while let first = deadlines.first, first.deadline <= batch.now {
            deadlines.popFirst()
            guard let show = showsByKey[first.key], show.scheduled == first.deadline else { continue }
            show.scheduled = nil
            try expire(show)
            // Nothing was due (a renewed lock), or not everything: the touched ones come again after the commit.
            schedule(show)
        }
    }

    // MARK: Failures

    /// For what is asked while the store is of no use. What needs no store is done all the same.
    func turnAway(_ ask: Ask, _ error: LedgerError) {
        switch ask {
        case .unfollow(let ref): unfollow(ref)
        case .unfollowRoom(let ref): unfollow(ref)
        case .unattend(let device, let ref, let pulse): unattend(device, ref, pulse)
        case .observe(let new): observer = new
        case .close(let reply), .abandon(let reply): closing.append(reply)
        default: ask.refuse(error)
        }
    }

    /// Nothing of the batch counts: its callers are told, and the store is opened afresh before it serves again.
    func fail(_ error: LedgerError) {
        for show in batch.touched where show.begins {
            show.begins = false
            setFollowed(show, false)
        }
        for room in batch.touchedRooms where room.begins {
            room.begins = false
            room.isFollowed = false
        }
        for key in batch.newHalls { halls.remove(key) }
        for answer in batch.answers { answer(error) }
        batch.round.give(error)
        closing += batch.closing
        batch.closing = []
        for show in batch.touched where !show.isFollowed { forget(show) }
        batch.answers = []
        failure = error
        lastReopen = nil
        _ = recover()
    }

    /// Reopens the store and rebuilds from what it holds; true if it serves again.
    private func recover() -> Bool {
        if let lastReopen, clock.runs, clock.now - lastReopen < Limits.reopenPause { return false }
        lastReopen = clock.now
        do {
            try store.reopen()
            requests = try RequestIndex(store: store)
            // Nobody knows which pending states are right: only followers need theirs at once.
            for show in Array(shows.values) {
                if show.isFollowed { try reloadOrGiveUp(show) } else { forget(show) }
            }
            try recoverRooms()
            nextRoomEnd = try store.nextRoomEnd()
            failure = nil
            return true
        } catch {
            failure = error
            return false
        }
    }

    /// One show that cannot be read any more does not keep the others away.
    private func reloadOrGiveUp(_ show: LoadedShow) throws(LedgerError) {
        do {
            try reload(show)
        } catch {
            guard error.kind == .damaged else { throw error }
            show.isFollowed = false
            forget(show)
            notices.trouble(error, now: clock.now)
            observer?.lost(show.ref, error)
        }
    }

    /// Brings a followed show to what the store holds. A commit that failed may have become durable all the same: its
    /// changes are told now.
    private func reload(_ show: LoadedShow) throws(LedgerError) {
        guard let stored = try store.show(show.ref) else {
            throw LedgerError(.damaged, "show \(show.ref.showID) is gone from the store")
        }
        let fresh = try load(stored, ref: show.ref)
        guard fresh.state.seq >= show.history.seq else {
            throw LedgerError(.damaged, "show \(show.ref.showID) lost commits that were answered")
        }
        let known = show.history
        let knownShow = show.committedShow
        show.state = fresh.state
        show.history = fresh.history
        show.snapshotIndex = fresh.snapshotIndex
        show.forgetBatch()
        show.scheduled = nil
        schedule(show)
        var delta: SeatDelta?
        if fresh.history.seq > known.seq {
            let changes = zip(known.states, fresh.history.states).enumerated().compactMap { index, states in
                states.0 == states.1 ? nil : SeatChange(seat: Int32(index), state: states.1)
            }
            delta = SeatDelta(firstSeq: known.seq + 1, lastSeq: fresh.history.seq, changes: changes)
        }
        let changed = fresh.state.show.version == knownShow.version ? nil : fresh.state.show
        if delta != nil || changed != nil {
            observer?.committed(show.ref, ShowCommit(delta: delta, show: changed))
        }
    }

    // MARK: The end

    /// Writes what makes the next start quick, and closes the store.
    func close() {
        if failure == nil, !isAbandoned {
            batch = Batch(now: clock.now)
            do {
                for show in shows.values { try snapshotIfWorthwhile(show, atLeast: tuning.cheapReplay) }
                for room in rooms.values { try snapshotIfWorthwhile(room, atLeast: tuning.cheapReplay) }
                try requests.flush(to: store)
                try store.commit()
                try store.checkpoint()
            } catch {
                // Everything answered is durable already: the next start only takes longer.
                failure = error
            }
        }
        store.close()
        observer = nil
        shows = [:]
        showsByKey = [:]
        rooms = [:]
        roomsByKey = [:]
    }
}
