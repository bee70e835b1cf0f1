import UsherCore
import UsherGateway
import UsherLedger

/// A ledger's life around Core's `decide` and `apply`, with its disk, its crashes and its clock in the simulation's
/// hand: requests are decided against pending state, become durable at a commit or not at all, and a crash leaves
/// nothing but the log, the last snapshot and the archives.
///
/// Guard: the simulation is one thread, and never hands the ledger on.
final class SimulatedLedger: FeedSource, @unchecked Sendable {
    let ref = ShowRef(tenant: "default", showID: "S1")
    let hall: HallRevision
    private(set) var fanout: GatewayFanout
    private var show: Show
    private let fault: SimulationFault?
    /// The wall clock: restarts may find it behind.
    var wall: Timestamp
    /// What a crash leaves.
    private(set) var log: [ShowRecord] = []
    private var snapshot: ShowSnapshot?
    private var lockArchive: [UInt64: Lock] = [:]
    private var saleArchive: [UInt64: Sale] = [:]
    /// What it does not.
    private var state: ShowState
    private var history: SeatHistory
    private var journal: [RequestKey: JournalEntry] = [:]
    private var batch: [ShowRecord] = []
    private var batchSales: [Sale] = []
    private var batchChanges: [[SeatChange]] = []
    private var answers: [SimulatedAnswer] = []
    private var isFollowed = false
    /// The committed map at each seq since `mapsFrom`, for those who check readers.
    private(set) var maps: [[UInt8]]
    /// The seq that this epoch began at: 0, or that of the backup that it was restored from.
    private(set) var mapsFrom: UInt64 = 0
    /// Lets the loops run in the middle of a commit, for the planted fault that publishes too early.
    var deliverNow: () -> Void = {}
    private var startedAt: Timestamp

    private struct RequestKey: Hashable {
        var scope: RequestScope
        var id: String
    }

    private struct JournalEntry {
        var digest: ContentDigest
        var subject: ReplySubject
    }

    init(hall: HallRevision, show: Show, fanout: GatewayFanout, now: Timestamp, fault: SimulationFault?) {
        self.hall = hall
        self.show = show
        self.fanout = fanout
        self.fault = fault
        wall = now
        startedAt = now
        state = ShowState(hall: hall, created: show)
        let created = ShowRecord(index: 1, at: now, event: .created(show))
        _ = state.apply(created)
        log = [created]
        history = SeatHistory(
            showID: show.showID, epoch: show.epoch, hallID: hall.hall.hallID, hallRevision: hall.hall.revision, seq: 0,
            states: state.states)
        maps = [state.states]
    }

    var seq: UInt64 { history.seq }
    var states: [UInt8] { history.states }
    var epoch: String { show.epoch }
    var lastCommitAt: Timestamp { log[log.count - 1].at }
    var nextDeadline: Timestamp? { state.nextDeadline }
    var logIndex: UInt64 { state.logIndex }

    /// The lock as it is now, if the key is right.
    func lock(_ key: LockKey) -> Lock? {
        guard let lock = state.lock(key.number) ?? lockArchive[key.number], lock.secret == key.secret else {
            return nil
        }
        return lock
    }

    /// Seats that the holder has in locks that are open and not over.
    func lockedSeats(of holder: String) -> [String] {
        state.states.indices.compactMap { seat in
            guard state.states[seat] == SeatState.locked.rawValue, let lock = state.lock(state.owner(ofSeat: seat)),
                lock.holder == holder, lock.state.isOpen, now < lock.expiresAt
            else { return nil }
            return hall.code(ofSeat: seat)
        }
    }

    // MARK: FeedSource

    var now: Timestamp { state.effectiveNow(wall) }

    func follow(_ show: ShowRef) async throws(LedgerError) -> Verdict<Void> {
        guard show == ref else { return .failure(.showUnknown) }
        if !isFollowed { fanout.began(ref, FeedStart(show: state.show, hall: hall, history: history)) }
        isFollowed = true
        return .success(())
    }

    func unfollow(_ show: ShowRef) {
        isFollowed = false
    }

    // MARK: Deciding

    /// Decides against pending state; the answer waits for `commit`.
    func submit(_ request: SimulatedRequest) {
        let now = fault == .clockGoesBack ? wall : self.now
        if fault != .neverExpires { expire(at: now) }
        let before = state.logIndex
        let outcome = decide(request, at: now)
        answers.append(
            SimulatedAnswer(request: request, outcome: outcome, at: now, isChange: state.logIndex != before))
    }

    /// The ledger's own timer: expires what is due.
    func expire(at now: Timestamp) {
        for event in state.expirations(now: now) {
            append(event, nil, at: now)
            if case .expired(let lock) = event {
                answers.append(SimulatedAnswer(request: nil, outcome: .expired(lock), at: now))
            }
        }
    }

    private func decide(_ request: SimulatedRequest, at now: Timestamp) -> SimulatedAnswer.Outcome {
        let stamp = request.stamp(show: show.showID)
        if let stamp, let known = journal[RequestKey(scope: stamp.scope, id: stamp.id)] {
            guard known.digest == stamp.digest else { return .refused(.requestIDReused) }
            return outcome(known.subject, of: request, from: 0)
        }
        for _ in 0..<2 {
            let missing = state.missing(for: request.command)
            if let number = missing.lock, let lock = lockArchive[number] { state.restore(lock: lock) }
            if let number = missing.sale, let sale = saleArchive[number] { state.restore(sale: sale) }
        }
        let decideAt = fault == .neverExpires ? state.lastCommitAt : now
        switch state.decide(request.command, now: decideAt) {
        case .refuse(let refusal):
            return forged(request, refusal, at: now) ?? .refused(refusal)
        case .reply(let subject):
            return outcome(subject, of: request, from: 0)
        case .commit(let events, let subject):
            if let lie = forged(request, at: now) { return lie }
            let first = state.logIndex + 1
            for event in events { append(event, stamp, at: now) }
            return outcome(subject, of: request, from: first)
        }
    }

    private func append(_ event: ShowEvent, _ stamp: RequestStamp?, at now: Timestamp) {
        let record = ShowRecord(
            index: state.logIndex + 1, at: max(now, state.lastCommitAt), request: stamp, event: event)
        let applied = state.apply(record)
        batch.append(record)
        if let sale = applied.sale { batchSales.append(sale) }
        if !applied.changes.isEmpty { batchChanges.append(applied.changes) }
        note(record)
    }

    /// Request ids travel in the log: this runs for new records and for replayed ones.
    private func note(_ record: ShowRecord) {
        guard let stamp = record.request else { return }
        let subject: ReplySubject? =
            switch record.event {
            case .locked: .lock(record.index)
            case .lockChanged(let lock, _), .lockRenewed(let lock, _): .lock(lock)
            case .confirmed: .sale(record.index)
            case .refunded(let sale, _, _): .sale(sale)
            default: nil
            }
        if let subject {
            journal[RequestKey(scope: stamp.scope, id: stamp.id)] = JournalEntry(digest: stamp.digest, subject: subject)
        }
    }

    private func outcome(
        _ subject: ReplySubject, of request: SimulatedRequest, from first: UInt64
    ) -> SimulatedAnswer.Outcome {
        switch subject {
        case .lock(let number):
            guard let lock = state.lock(number) ?? lockArchive[number] else { return .refused(.lockUnknown) }
            return .lock(lock)
        case .sale(let number):
            guard let sale = state.sale(number) ?? saleArchive[number] else { return .refused(.saleUnknown) }
            return .sale(sale)
        case .newLock:
            let made = batch.last { record in
                if case .locked = record.event { return record.index >= first }
                return false
            }
            return outcome(.lock(made!.index), of: request, from: first)
        case .newSale:
            let made = batch.last { record in
                if case .confirmed = record.event { return record.index >= first }
                return false
            }
            return outcome(.sale(made!.index), of: request, from: first)
        case .show, .seq:
            switch request.command {
            case .blockSeats(let codes, _): return .blocks(codes.compactMap(index), true)
            case .unblockSeats(let codes, _): return .blocks(codes.compactMap(index), false)
            default: return .unknown
            }
        }
    }

    func index(_ code: String) -> Int32? {
        hall.seatIndex(code).map(Int32.init)
    }

    // MARK: Planted faults

    private func forged(
        _ request: SimulatedRequest, _ refusal: Refusal, at now: Timestamp
    ) -> SimulatedAnswer.Outcome? {
        guard fault == .grantsTakenSeat, case .seatTaken = refusal,
            case .lockSeats(let holder, let codes, _, let secret) = request.command
        else { return nil }
        let seats = codes.compactMap(index).map { HeldSeat(seat: $0, amount: nil) }
        return .lock(
            Lock(
                number: state.logIndex + 1_000_000, secret: secret, holder: holder, seats: seats, startedAt: now,
                expiresAt: now + .hours(1), seq: state.seq))
    }

    private func forged(_ request: SimulatedRequest, at now: Timestamp) -> SimulatedAnswer.Outcome? {
        switch (fault, request.command) {
        case (.refusesLateConfirm, .confirmLock(let key, _)):
            guard let lock = state.lock(key.number), !lock.state.isOpen else { return nil }
            return .refused(.lockLost([]))
        case (.refundKeepsSeats, .refundSale(let number, _, _)):
            guard var sale = state.sale(number) else { return nil }
            sale.seats = []
            return .sale(sale)
        default:
            return nil
        }
    }

    // MARK: The disk

    /// Answers that leave before any commit, if that is the planted fault.
    func takeEarlyAnswers() -> [SimulatedAnswer] {
        guard fault == .answersBeforeCommit else { return [] }
        defer { answers = [] }
        return answers
    }

    /// Makes the batch durable, tells the fan-out, and gives the answers; or fails, and rebuilds from what is durable.
    func commit(fails: Bool, takesSnapshot: Bool) -> [SimulatedAnswer] {
        defer { answers = [] }
        let delta = mergedDelta()
        guard !fails else {
            if fault == .publishesFailedCommit, isFollowed, let delta {
                fanout.committed(ref, ShowCommit(delta: delta, show: nil))
                deliverNow()
                // The fan-out would trap on the next commit, which does not follow: it is begun anew.
                fanout.began(ref, FeedStart(show: state.show, hall: hall, history: history))
            }
            let lost = answers
            reload()
            return lost.map { SimulatedAnswer(request: $0.request, outcome: .unknown, at: $0.at) }
        }
        log += batch
        for sale in batchSales { saleArchive[sale.number] = sale }
        if let delta {
            for changes in batchChanges {
                var map = maps[maps.count - 1]
                for change in changes { map[Int(change.seat)] = change.state }
                maps.append(map)
            }
            history.append(delta)
            if isFollowed { fanout.committed(ref, ShowCommit(delta: delta, show: nil)) }
        }
        clearBatch()
        if takesSnapshot {
            for number in state.unresolvedLocks {
                if let lock = lockArchive[number] { state.restore(lock: lock) }
            }
            for lock in state.takeClosedLocks() { lockArchive[lock.number] = lock }
            snapshot = state.snapshot
        }
        return answers
    }

    /// `kill -9`: what was not durable is gone, and the machine's clock may be another when it comes back.
    func crash(clockMoves span: TimeSpan) {
        answers = []
        wall = fault == .clockGoesBack ? wall + span : max(wall + span, log[log.count - 1].at)
        startedAt = wall
        reload()
    }

    /// The process is another after a crash: nobody follows the show yet. `forgets`: its past reaches back no further
    /// than to now.
    func begin(with fanout: GatewayFanout, forgets: Bool) {
        self.fanout = fanout
        isFollowed = false
        if forgets { beginHistory() }
    }

    /// A backup takes the log's place: the first records of it, under an epoch of their own. Comes after a crash.
    func restore(records: Int, epoch: String) {
        show.epoch = epoch
        log = Array(log.prefix(max(1, records)))
        log[0] = ShowRecord(index: 1, at: log[0].at, event: .created(show))
        snapshot = nil
        lockArchive = [:]
        saleArchive = [:]
        reload()
        beginHistory()
        maps = [state.states]
        mapsFrom = state.seq
    }

    private func beginHistory() {
        history = SeatHistory(
            showID: show.showID, epoch: show.epoch, hallID: hall.hall.hallID, hallRevision: hall.hall.revision,
            seq: state.seq, states: state.states)
    }

    private func mergedDelta() -> SeatDelta? {
        guard !batchChanges.isEmpty else { return nil }
        var last: [Int32: UInt8] = [:]
        for changes in batchChanges { for change in changes { last[change.seat] = change.state } }
        let changes = last.sorted { $0.key < $1.key }.map { SeatChange(seat: $0.key, state: $0.value) }
        return SeatDelta(
            firstSeq: history.seq + 1, lastSeq: history.seq + UInt64(batchChanges.count), changes: changes)
    }

    private func clearBatch() {
        batch = []
        batchSales = []
        batchChanges = []
    }

    private func reload() {
        clearBatch()
        journal = [:]
        let from: UInt64
        if let snapshot {
            state = ShowState(hall: hall, snapshot: snapshot)
            from = snapshot.logIndex
        } else {
            state = ShowState(hall: hall, created: show)
            from = 0
        }
        for record in log where record.index > from { _ = state.apply(record) }
        if fault != .forgetsRequests { for record in log { note(record) } }
        state.grantRestartGrace(until: startedAt + .seconds(60))
    }
}
