/// A room of a tenant: the key of everything that a room owns.
public struct RoomRef: Sendable, Hashable {
    /// "default" until credentials arrive.
    public var tenant: String
    public var roomID: String

    public init(tenant: String, roomID: String) {
        self.tenant = tenant
        self.roomID = roomID
    }
}
