import UsherCore

/// A show's map as it was last known: enough to draw it, and to ask a gateway for what was missed since.
struct CachedMap: Sendable, Equatable {
    /// The seats' states, the position and the hall's revision, which belong together. `serverTime` is when it was
    /// kept, by the gateway's clock.
    var snapshot: SeatSnapshot
    /// The show's own fields; nil if the gateway had not told them yet.
    var show: Show?
    /// The hall of the snapshot's revision: one seat for each state.
    var hall: Hall

    init(snapshot: SeatSnapshot, show: Show?, hall: Hall) {
        self.snapshot = snapshot
        self.show = show
        self.hall = hall
    }

    /// Where the map stands in its show's history.
    var position: Position { Position(epoch: snapshot.epoch, seq: snapshot.seq) }

    /// Whether the parts belong together; anything else is never kept and never shown.
    var isWhole: Bool {
        snapshot.hallID == hall.hallID && snapshot.hallRevision == hall.revision
            && snapshot.states.count == hall.seats.count && !snapshot.epoch.isEmpty
            && (show == nil || show?.showID == snapshot.showID)
    }
}
