import UsherCore

/// What a kept hall is found by: all shows of the revision share it.
struct HallKey: Sendable, Hashable {
    var namespace: String
    var hallID: String
    var revision: UInt64

    var fileName: String {
        var digest = ContentDigest()
        digest.add(namespace)
        digest.add(hallID)
        digest.add(revision)
        return CacheFileName.hall(digest)
    }
}
