/// What a cache did since it was made: for diagnostics. Nothing here is an error of the caller's.
public struct MapCacheStatistics: Sendable, Hashable {
    /// Maps and halls that were asked for and found.
    public var hits = 0
    /// Those that were not there, or not usable.
    public var misses = 0
    /// Maps and halls written.
    public var written = 0
    /// Files of another version of this library, removed unread.
    public var otherVersions = 0
    /// Files that were cut, changed, or never the cache's, removed.
    public var damaged = 0
    /// Files that held another show, hall or gateway than their name said, removed.
    public var ofAnother = 0
    /// Files that went to keep the bounds.
    public var evicted = 0
    /// Reads and writes that the file system refused: no right, no room, no directory.
    public var failures = 0
    /// Maps that were not kept, because too many waited for the disk or the map was not whole.
    public var dropped = 0

    public init() {}
}
