import UsherCore

// Shows in and out of memory.
extension Engine {
    /// The show in memory, loaded if need be; nil if there is none.
    func loaded(_ ref: ShowRef) throws(LedgerError) -> LoadedShow? {
        if let show = shows[ref] {
            show.lastUsed = batch.now
            return show
        }
        guard let stored = try store.show(ref) else { return nil }
        let show = try load(stored, ref: ref)
        keep(show)
        return show
    }

    func keep(_ show: LoadedShow) {
        shows[show.ref] = show
        showsByKey[show.key] = show
        loadedSeats += show.state.hall.seatCount
        schedule(show)
    }

    func forget(_ show: LoadedShow) {
        guard shows.removeValue(forKey: show.ref) != nil else { return }
        showsByKey[show.key] = nil
        loadedSeats -= show.state.hall.seatCount
    }

    /// Snapshot and the log behind it.
    func load(_ stored: StoredShow, ref: ShowRef) throws(LedgerError) -> LoadedShow {
        let hallKey = HallKey(
            tenant: ref.tenant, hallID: stored.show.hallID, revision: stored.show.hallRevision)
        guard let hall = try revision(hallKey) else {
            throw LedgerError(.damaged, "hall \(hallKey.hallID) of show \(ref.showID) is gone from the store")
        }
        let snapshot = try store.snapshot(key: stored.key)
        if let snapshot, snapshot.states.count != hall.seatCount {
            throw LedgerError(.damaged, "the snapshot of show \(ref.showID) is of another hall")
        }
        if let snapshot, try store.seq(key: stored.key) < snapshot.seq {
            throw LedgerError(.damaged, "the log of show \(ref.showID) ends before its snapshot")
        }
        var state = snapshot.map { ShowState(hall: hall, snapshot: $0) } ?? ShowState(hall: hall, created: stored.show)
        var history = SeatHistory(
            showID: ref.showID, epoch: stored.show.epoch, hallID: hallKey.hallID, hallRevision: hallKey.revision,
            seq: state.seq, states: state.states)
        // Paying locks of earlier runs get their minute before anything of this run is applied.
        let grace = clock.startedAt + Limits.restartGrace
        var isGraced = snapshot.map { $0.lastCommitAt >= clock.startedAt } ?? false
        try store.records(key: stored.key, after: state.logIndex) { (record) throws(LedgerError) in
            if !isGraced, record.at >= clock.startedAt {
                state.grantRestartGrace(until: grace)
                isGraced = true
            }
            let before = state.seq
            let applied = state.apply(record)
            if state.seq != before {
                history.append(SeatDelta(firstSeq: state.seq, lastSeq: state.seq, changes: applied.changes))
            }
        }
        if !isGraced { state.grantRestartGrace(until: grace) }
        for number in state.unresolvedLocks {
            if let lock = try store.closedLock(number, key: stored.key) { state.restore(lock: lock) }
        }
        return LoadedShow(
            key: stored.key, ref: ref, state: state, history: history, snapshotIndex: snapshot?.logIndex ?? 0,
            lastUsed: batch.now)
    }

    /// A hall revision from memory or from the store; `key` names a revision.
    func revision(_ key: HallKey) throws(LedgerError) -> HallRevision? {
        if let found = halls.find(key) { return found }
        guard let stored = try store.hall(key.hallID, revision: key.revision, tenant: key.tenant) else { return nil }
        do {
            let revision = try stored.revision(codec: store.codec)
            halls.insert(revision, tenant: key.tenant)
            return revision
        } catch {
            throw LedgerError(.damaged, "hall \(key.hallID) cannot be read: \(error.message)")
        }
    }

    // MARK: Snapshots and unloading

    /// Writes a snapshot, and the locks that closed since the last one, if that spares a load enough records.
    func snapshotIfWorthwhile(_ show: LoadedShow, atLeast records: UInt64) throws(LedgerError) {
        guard show.replayLength >= records else { return }
        for number in show.state.unresolvedLocks {
            if let lock = try store.closedLock(number, key: show.key) { show.state.restore(lock: lock) }
        }
        try store.write(show.state.takeClosedLocks(), key: show.key)
        try store.write(show.state.snapshot, key: show.key)
        show.snapshotIndex = show.state.logIndex
    }

    /// After how many records a show in use gets its next snapshot.
    func snapshotInterval(_ show: LoadedShow) -> UInt64 {
        max(tuning.recordsPerSnapshot, UInt64(show.state.hall.seatCount / Limits.seatsPerSnapshotRecord))
    }

    /// Takes shows out of memory that nobody used for long, and the least recently used while there are too many.
    /// Followed shows stay; so do those with open locks while there is room: their seats are freed on time.
    func unloadShows() throws(LedgerError) {
        let idleSince = batch.now - Limits.idleShow
        let candidates = shows.values.filter { !$0.isFollowed }.sorted { $0.lastUsed < $1.lastUsed }
        for show in candidates {
            guard isCrowded || (show.lastUsed <= idleSince && show.state.nextDeadline == nil) else { continue }
            try snapshotIfWorthwhile(show, atLeast: tuning.cheapReplay)
            forget(show)
        }
    }
}
