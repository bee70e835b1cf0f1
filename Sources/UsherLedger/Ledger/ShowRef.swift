/// A show of a tenant: the key of everything that a show owns.
public struct ShowRef: Sendable, Hashable {
    /// "default" until credentials arrive.
    public var tenant: String
    public var showID: String

    public init(tenant: String, showID: String) {
        self.tenant = tenant
        self.showID = showID
    }
}
