/// A page of a listing.
public struct ListPage<Item: Sendable>: Sendable {
    public var items: [Item]
    /// Give it to the next call; "" on the last page.
    public var nextPageToken: String

    public init(items: [Item], nextPageToken: String) {
        self.items = items
        self.nextPageToken = nextPageToken
    }
}
