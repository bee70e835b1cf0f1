/// How much a watcher is told.
package enum WatchDetail: Sendable {
    /// Every event, as it happens.
    case events
    /// Where things stand, at most once in `Limits.digestNanoseconds`: a room's numbers.
    case digests
}
