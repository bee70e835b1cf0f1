import UsherCore

/// A show's map as it was last known: enough to draw it, and to ask a gateway for what was missed since.
struct CachedMap: Sendable {
    /// The seats' states, the position and the hall's revision, which belong together. `serverTime` is when it was
    /// kept, by the gateway's clock; zero if that was not known.
    var snapshot: SeatSnapshot
    /// The show's own fields; nil if the gateway had not told them yet.
    var show: Show?
    /// The hall of the snapshot's revision: one seat for each state.
    var hall: LoadedHall

    /// Where the map stands in its show's history.
    var position: Position { Position(epoch: snapshot.epoch, seq: snapshot.seq) }

    /// Whether the parts belong together; anything else is never kept and never shown.
    var isWhole: Bool {
        snapshot.hallID == hall.key.hallID && snapshot.hallRevision == hall.key.revision
            && snapshot.states.count == hall.hall.seats.count && !snapshot.epoch.isEmpty
            && (show == nil || show?.showID == snapshot.showID)
    }

    /// For the machine that goes on from here.
    var replica: SeatMapReplica {
        var replica = SeatMapReplica(
            position: position, states: snapshot.states, showID: snapshot.showID, hallID: snapshot.hallID,
            hallRevision: snapshot.hallRevision)
        if let show { _ = replica.apply(.show(show)) }
        return replica
    }
}

extension CachedMap: Equatable {
    static func == (one: CachedMap, other: CachedMap) -> Bool {
        one.snapshot == other.snapshot && one.show == other.show && one.hall.hall == other.hall.hall
    }
}
