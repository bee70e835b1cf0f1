import UsherCore

/// The names of a cache's files. Whatever else lies in the directory is not the cache's, and is never touched.
enum CacheFileName {
    /// What a name says about its file.
    enum Kind: Sendable, Equatable {
        case map
        case hall
        /// Being written, or left behind by a program that ended in the middle of it.
        case unfinished
    }

    private static let mapPrefix = "map-"
    private static let hallPrefix = "hall-"
    private static let unfinishedPrefix = "new-"
    private static let suffix = ".usher"
    private static let digits = 32

    static func map(_ digest: ContentDigest) -> String { mapPrefix + hex(digest) + suffix }

    static func hall(_ digest: ContentDigest) -> String { hallPrefix + hex(digest) + suffix }

    /// A name that nobody else uses: processes, also of other machines, may share the directory.
    static func unfinished(_ high: UInt64, _ low: UInt64) -> String {
        unfinishedPrefix + high.hexDigits + low.hexDigits + suffix
    }

    /// nil for a name that is none of the cache's.
    static func kind(of name: String) -> Kind? {
        let kinds: [(String, Kind)] = [(mapPrefix, .map), (hallPrefix, .hall), (unfinishedPrefix, .unfinished)]
        for (prefix, kind) in kinds where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
            let middle = name.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
            let isHex = middle.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
            return isHex && middle.count == digits ? kind : nil
        }
        return nil
    }

    private static func hex(_ digest: ContentDigest) -> String {
        UInt64(truncatingIfNeeded: digest.value >> 64).hexDigits + UInt64(truncatingIfNeeded: digest.value).hexDigits
    }
}
