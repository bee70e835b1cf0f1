/// A page of a listing.
public struct Page<Item: Sendable>: Sendable {
    public var items: [Item]
    /// Where the next page begins; "" after the last.
    public var nextToken: String

    public init(items: [Item], nextToken: String) {
        self.items = items
        self.nextToken = nextToken
    }
}
