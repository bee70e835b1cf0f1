/// Why a reader has to resume.
public enum StreamGap: Sendable, Equatable {
    /// A change that does not begin where the reader stands.
    case missed(from: UInt64, to: UInt64)
    /// A heartbeat that names another position than the reader's.
    case heartbeat(seq: UInt64)
    /// A change before any snapshot, or one that speaks of what the reader does not have. The position was given up: the
    /// next stream begins with a snapshot.
    case noMap
}
