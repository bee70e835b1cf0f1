import UsherCore

/// A show in memory: the pending state that requests are decided on, and what is committed of it.
final class LoadedShow {
    let key: Int64
    let ref: ShowRef
    /// Runs ahead of the disk within a batch.
    var state: ShowState
    /// The committed map, as followers know it.
    var history: SeatHistory
    var isFollowed = false
    /// Follows since this batch: hears `began` after the commit.
    var begins = false
    var lastUsed: Timestamp
    /// Log index of the stored snapshot; 0 without one.
    var snapshotIndex: UInt64
    /// The deadline that the engine's queue has for it.
    var scheduled: Timestamp?

    // This batch's work, until the commit.
    var isTouched = false
    var deltas: [SeatDelta] = []
    var changedShow: Show?

    init(
        key: Int64, ref: ShowRef, state: ShowState, history: SeatHistory, snapshotIndex: UInt64, lastUsed: Timestamp
    ) {
        self.key = key
        self.ref = ref
        self.state = state
        self.history = history
        self.snapshotIndex = snapshotIndex
        self.lastUsed = lastUsed
        committedShow = state.show
    }

    /// The show's fields as of the last commit.
    private(set) var committedShow: Show

    /// Records that a load would replay.
    var replayLength: UInt64 { state.logIndex - snapshotIndex }

    /// Makes the batch's changes the committed ones and returns them, for a follower.
    func settleCommitted() -> ShowCommit? {
        defer { forgetBatch() }
        for delta in deltas { history.append(delta) }
        guard !deltas.isEmpty || changedShow != nil else { return nil }
        return ShowCommit(delta: SeatDelta(merging: deltas), show: changedShow)
    }

    func forgetBatch() {
        deltas.removeAll(keepingCapacity: true)
        changedShow = nil
        isTouched = false
        committedShow = state.show
    }
}

extension SeatDelta {
    /// Consecutive deltas as one, each seat once; nil if there are none.
    init?(merging deltas: [SeatDelta]) {
        guard let first = deltas.first, let last = deltas.last else { return nil }
        guard deltas.count > 1 else {
            self = first
            return
        }
        var places: [Int32: Int] = [:]
        var changes: [SeatChange] = []
        for change in deltas.lazy.flatMap(\.changes) {
            if let place = places[change.seat] {
                changes[place] = change
            } else {
                places[change.seat] = changes.count
                changes.append(change)
            }
        }
        self.init(firstSeq: first.firstSeq, lastSeq: last.lastSeq, changes: changes)
    }
}
