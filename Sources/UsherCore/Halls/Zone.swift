/// A price zone of a hall.
public struct Zone: Sendable, Equatable {
    /// Unique in its hall; an id as the contract defines ids.
    public var zoneID: String
    public var name: String
    /// `#RRGGBB`, or "" for the client's choice.
    public var color: String

    public init(zoneID: String, name: String = "", color: String = "") {
        self.zoneID = zoneID
        self.name = name
        self.color = color
    }
}
