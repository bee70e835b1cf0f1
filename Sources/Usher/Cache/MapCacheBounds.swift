/// How much a cache may keep. What was used least recently goes first.
public struct MapCacheBounds: Sendable, Hashable {
    /// Bytes of all files, 1 MiB or more: 64 MiB. A cinema's hall takes some 30 KB and a map of it 1 KB, a hall of
    /// 200,000 seats 12 MB.
    public var bytes: Int
    /// Files, 2 or more: 2,000. Every show has one, every revision of a hall another one.
    public var files: Int

    /// The defaults hold a thousand shows of ordinary halls, or five of the largest halls.
    public init() {
        bytes = Limits.cacheBytes
        files = Limits.cacheFiles
    }

    /// Never less than what one map with its hall needs.
    var clamped: MapCacheBounds {
        var clamped = self
        clamped.bytes = max(bytes, Limits.leastCacheBytes)
        clamped.files = max(files, Limits.leastCacheFiles)
        return clamped
    }
}
