public import UsherCore

/// What differs from what this consumer was told before, merged: a slow one gets one update instead of a queue, and a
/// seat that went there and back is not in it. An update without changes says that the position moved and no seat differs.
public struct SeatMapUpdate: Sendable, Equatable {
    /// Why a map was replaced.
    public enum Reason: Sendable, Equatable {
        /// The show is in another hall revision now: `isReset`, and `map.hall` is the new one.
        case newHall
        /// The gateway lost some of its history (a restored backup): seats may have gone back in time.
        case historyLost
    }

    /// Where the map stands now.
    public var position: Position
    /// All seats are told, those of the hall that the map has now: the first update, and after another hall came.
    public var isReset: Bool
    /// With `isReset` the hall of the seats, else nil.
    public var hall: Hall?
    /// In the order of the seats' indexes, each once. States are the wire's: an unknown one means not available.
    public var changes: [SeatChange]
    /// The show's own fields, if they are others.
    public var show: Show?
    /// How the map is connected, if that is another now.
    public var connection: MapConnection?
    /// nil in the ordinary course of things.
    public var reason: Reason?

    public init(
        position: Position, isReset: Bool = false, hall: Hall? = nil, changes: [SeatChange] = [], show: Show? = nil,
        connection: MapConnection? = nil, reason: Reason? = nil
    ) {
        self.position = position
        self.isReset = isReset
        self.hall = hall
        self.changes = changes
        self.show = show
        self.connection = connection
        self.reason = reason
    }
}
