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
}
