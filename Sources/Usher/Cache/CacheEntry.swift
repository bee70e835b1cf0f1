/// One file of a cache's directory.
struct CacheEntry: Sendable, Equatable {
    var name: String
    var kind: CacheFileName.Kind
    var bytes: Int
    /// When it was written or read last: nanoseconds since 1970, by the file system's clock.
    var usedAt: Int64
}

extension [CacheEntry] {
    var bytes: Int { reduce(0) { $0 + $1.bytes } }

    /// The files that have to go, least recently used first, so that the rest is within `bounds`; nothing if it is.
    /// A little more than needed goes, so that the next writes find room, but never the last map and its hall for that.
    func surplus(_ bounds: MapCacheBounds) -> [CacheEntry] {
        var bytes = bytes
        var files = count
        guard bytes > bounds.bytes || files > bounds.files else { return [] }
        let ample = (bytes: bounds.bytes - bounds.bytes / 8, files: bounds.files - bounds.files / 8)
        var gone: [CacheEntry] = []
        for entry in sorted(by: CacheEntry.goesBefore) {
            let isOver = bytes > bounds.bytes || files > bounds.files
            guard isOver || (files > 2 && (bytes > ample.bytes || files > ample.files)) else { break }
            gone.append(entry)
            bytes -= entry.bytes
            files -= 1
        }
        return gone
    }
}

extension CacheEntry {
    /// A hall is of use as long as one of its maps is there, and used whenever one of them is: at the same time, the map
    /// goes first.
    static func goesBefore(_ one: CacheEntry, _ other: CacheEntry) -> Bool {
        let (oneIsHall, otherIsHall) = (one.kind == .hall, other.kind == .hall)
        if one.usedAt != other.usedAt { return one.usedAt < other.usedAt }
        return oneIsHall == otherIsHall ? one.name < other.name : otherIsHall
    }
}
