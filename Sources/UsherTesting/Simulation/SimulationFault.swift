/// A wrong turn planted in the simulated server, transport or reader, one for each rule that the simulation holds: a run
/// with it must fail, or the simulation proves nothing.
public enum SimulationFault: String, Sendable, CaseIterable {
    /// Lock rule 1: a lock is granted although a seat is taken.
    case grantsTakenSeat
    /// Lock rule 2: answers leave before the commit, and a crash loses what they promised.
    case answersBeforeCommit
    /// Lock rule 3: expired locks keep their seats.
    case neverExpires
    /// Lock rule 4: a late confirm of a lock whose seats are free is refused as lost.
    case refusesLateConfirm
    /// Lock rule 5: request ids do not survive a restart.
    case forgetsRequests
    /// Lock rule 6: a refund is answered, its seats stay sold.
    case refundKeepsSeats
    /// Lock rule 7: the show's time goes back after a restart.
    case clockGoesBack
    /// Stream rule 1: a commit's deltas are published although the commit failed.
    case publishesFailedCommit
    /// Stream rule 2: a resumed reader misses what happened between its backlog and live.
    case losesBetweenBacklogAndLive
    /// Stream rule 3: a merged delta leaves a seat out.
    case mergeDropsSeat
    /// Stream rule 4: a reader applies a delta that does not follow its position.
    case readerIgnoresGap
}
