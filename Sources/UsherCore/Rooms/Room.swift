/// A place of presence: a hall whose seats are taken by members who are there now. Without its members.
public struct Room: Sendable, Equatable {
    /// 50 s and 30 min.
    public static let usualAwayAfter = Limits.defaultAwayAfter
    public static let usualLeaveAfter = Limits.defaultLeaveAfter

    public var roomID: String
    public var hallID: String
    /// The hall's revision that the room was made with, and keeps. 0 in a request is the newest.
    public var hallRevision: UInt64
    /// For people.
    public var name: String
    /// Silence after which a device is taken for lost; at least 1 s.
    public var awayAfter: TimeSpan
    /// Silence after which a device is gone for good; at least 1 s. A member without a device has left.
    public var leaveAfter: TimeSpan

    public init(
        roomID: String, hallID: String, hallRevision: UInt64 = 0, name: String = "",
        awayAfter: TimeSpan = usualAwayAfter, leaveAfter: TimeSpan = usualLeaveAfter
    ) {
        self.roomID = roomID
        self.hallID = hallID
        self.hallRevision = hallRevision
        self.name = name
        self.awayAfter = awayAfter
        self.leaveAfter = leaveAfter
    }
}
