import UsherCore

// What can wait until the callers have their answers.
extension Engine {
    /// Snapshots, unloading, request ids, retention, checkpoints. `isIdle`: nobody waits.
    func keepHouse(isIdle: Bool) {
        guard failure == nil else { return }
        batch.begin(now: clock.now)
        do {
            try writeDueSnapshots()
            try writeDueRoomSnapshots()
            try flushRequests()
            if batch.now >= nextPrune {
                let more = try store.prune(before: batch.now - Limits.retention, limit: Limits.pruneRows)
                nextPrune = more ? batch.now : batch.now + Limits.pruneInterval
                try unloadShows()
                try unloadRooms()
                halls.sweep()
            } else {
                if isCrowded { try unloadShows() }
                if rooms.count > nextRoomSweep { try unloadRooms() }
            }
            try store.commit()
            if store.logPages >= (isIdle ? tuning.checkpointPagesIdle : Limits.checkpointPagesBusy) {
                try store.checkpoint()
            }
            try store.makeRoom()
        } catch {
            fail(error)
        }
    }

    /// Only shows of the last batch can be due.
    private func writeDueSnapshots() throws(LedgerError) {
        for key in grown {
            guard let show = showsByKey[key] else { continue }
            try snapshotIfWorthwhile(show, atLeast: snapshotInterval(show))
        }
        grown.removeAll(keepingCapacity: true)
    }

    private func flushRequests() throws(LedgerError) {
        let isDue =
            requests.count >= tuning.requestsInMemory
            || store.position - store.requestsFlushedTo >= Limits.recordsPerRequestFlush
            || (requests.count > 0 && batch.now - lastRequestFlush >= Limits.requestFlush)
        guard isDue else { return }
        if try requests.flush(to: store, atMost: Limits.requestsPerFlush) { lastRequestFlush = batch.now }
    }
}
