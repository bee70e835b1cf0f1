/// A request id with what it stood for, so that a repeat is known and a reuse refused.
public struct RequestStamp: Sendable, Hashable {
    public var scope: RequestScope
    /// 1 to 64 characters.
    public var id: String
    /// Of the request's content, the id and generated secrets left out.
    public var digest: ContentDigest

    public init(scope: RequestScope, id: String, digest: ContentDigest) {
        self.scope = scope
        self.id = id
        self.digest = digest
    }
}
