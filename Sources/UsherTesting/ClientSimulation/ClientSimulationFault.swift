/// A wrong turn planted in a simulated client, one for each rule that the simulation holds: a run with it must fail, or
/// the simulation proves nothing.
public enum ClientSimulationFault: String, Sendable, CaseIterable {
    // The map.
    /// A repeated or old delta is told to the app once more.
    case tellsRepeats
    /// A delta that leaves a gap is applied all the same.
    case ignoresGap
    /// An event of a stream that was left is taken as one of the open stream's.
    case hearsOldStream
    /// After a restored backup the client asks for its old place in the new history.
    case keepsPlaceInNewEpoch
    /// What a snapshot changed is not told.
    case snapshotIsSilent
    /// The position that is asked for is one ahead of the map.
    case resumesAhead

    // The connection.
    /// A poll is sent although the stream is open.
    case pollsBesideStream
    /// Polling begins after three failures.
    case pollsEarly
    /// The stream stays open while the app is suspended.
    case streamsWhileSuspended
    /// The pause between attempts is not kept.
    case comesBackAtOnce
    /// Pauses grow far beyond 30 s.
    case waitsForEver
    /// Silence is never noticed.
    case trustsSilence
    /// That the map is live again is not told: it stays stale.
    case staysStale
    /// The last user left, and the stream is kept.
    case neverLeaves
    /// Bytes of repeats are not counted.
    case miscounts

    // Selections and locks.
    /// A call that is sent again has another request id.
    case freshRequestIDs
    /// Seats of the own lock are told as lost when the map shows them as locked.
    case losesOwnSeats
    /// A call that was not answered is taken for not done.
    case guessesUnknown
    /// A confirmation that was not answered is taken for a sale.
    case guessesSale
    /// A release is not sent.
    case neverReleases
    /// Whoever leaves keeps the lock.
    case leavesSilently
    /// At its deadline a lock is taken for over without asking.
    case trustsCountdown
    /// The selection does not hear of the map.
    case selectionIsBlind
}
