public import UsherCore

/// What differs from what this consumer was told before, merged: a slow one gets one update instead of a queue, and what
/// went there and back is not in it. Taken in the order `left`, `updated`, `joined` (behind everybody else) it makes the
/// new list of the old one. An update without differences says that the position moved and nobody differs.
public struct RoomUpdate: Sendable, Equatable {
    /// Where the room stands now.
    public var position: Position
    /// Everybody is in `joined`: the first update.
    public var isReset: Bool
    /// The ids of those who are no more.
    public var left: [String]
    /// Of each only what is another.
    public var updated: [MemberUpdate]
    /// In the order of their joining. Who left and came back is in `left` too.
    public var joined: [RoomMember]
    /// The hall of the room's seats, as soon as it is read.
    public var hall: Hall?
    /// The room's numbers, if they are others: only for a room that is followed by numbers.
    public var counts: RoomCounts?
    /// Where this device stands with the room, if that is another.
    public var presence: PresencePhase?
    /// How the room is connected, if that is another now.
    public var connection: MapConnection?
    /// The gateway lost some of its history (a restored backup): members may have gone back in time.
    public var isHistoryLost: Bool

    public init(
        position: Position, isReset: Bool = false, left: [String] = [], updated: [MemberUpdate] = [],
        joined: [RoomMember] = [], hall: Hall? = nil, counts: RoomCounts? = nil, presence: PresencePhase? = nil,
        connection: MapConnection? = nil, isHistoryLost: Bool = false
    ) {
        self.position = position
        self.isReset = isReset
        self.left = left
        self.updated = updated
        self.joined = joined
        self.hall = hall
        self.counts = counts
        self.presence = presence
        self.connection = connection
        self.isHistoryLost = isHistoryLost
    }
}
