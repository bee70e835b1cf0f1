import UsherCore

/// What a kept hall is found by: all shows of the revision share it.
struct HallKey: Sendable, Hashable {
    var namespace: String
    var hallID: String
    var revision: UInt64

    init(namespace: String, hallID: String, revision: UInt64) {
        self.namespace = namespace
        self.hallID = hallID
        self.revision = revision
    }

    init(namespace: String, _ hall: LoadedHall.Key) {
        self.init(namespace: namespace, hallID: hall.hallID, revision: hall.revision)
    }

    var fileName: String {
        var digest = ContentDigest()
        digest.add(namespace)
        digest.add(hallID)
        digest.add(revision)
        return CacheFileName.hall(digest)
    }
}
