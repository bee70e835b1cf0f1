import UsherCore

/// What a kept map is found by. Gateways have shows of the same id: the namespace keeps them apart.
struct MapKey: Sendable, Hashable {
    /// Which gateway, or which of its tenants: any text.
    var namespace: String
    var showID: String

    init(namespace: String, showID: String) {
        self.namespace = namespace
        self.showID = showID
    }

    /// Of hexadecimal digits, because an id may be `..` and namespaces may be anything. What the file is really of
    /// stands in the file.
    var fileName: String {
        var digest = ContentDigest()
        digest.add(namespace)
        digest.add(showID)
        return CacheFileName.map(digest)
    }
}
