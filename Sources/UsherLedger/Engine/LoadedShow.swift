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
    /// What the store does not have yet.
    var records: [ShowRecord] = []
    /// What the records did, in their order.
    var changes: [SeatChange] = []
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

    /// Asks the state where it lies. An object's property is copied, with a count for each of its parts, for a function
    /// that only reads it; one that is lent to be changed is not.
    func ask<Answer>(_ body: (inout ShowState) -> Answer) -> Answer {
        body(&state)
    }

    /// Records that a load would replay.
    var replayLength: UInt64 { state.logIndex - snapshotIndex }

    /// Makes the batch's changes the committed ones and returns them, for a follower.
    func settleCommitted() -> ShowCommit? {
        defer { forgetBatch() }
        let delta = state.seq > history.seq ? history.append(changes, through: state.seq) : nil
        guard delta != nil || changedShow != nil else { return nil }
        return ShowCommit(delta: delta, show: changedShow)
    }

    func forgetBatch() {
        records.removeAll(keepingCapacity: records.count <= Limits.recordsKept)
        changes.removeAll(keepingCapacity: changes.count <= Limits.changesKept)
        changedShow = nil
        isTouched = false
        committedShow = state.show
    }
}
