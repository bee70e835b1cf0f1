/// Somebody in a room, as everybody sees them.
public struct RoomMember: Sendable, Equatable {
    public var memberID: String
    /// Seat code; "" = standing.
    public var seat: String
    public var status: MemberStatus
    /// While focusing: now minus the time focused so far, so that a reader's clock alone shows the minutes.
    public var focusStartedAt: Timestamp?
    /// How long the member means to focus; nil = open-ended, or not focusing.
    public var planned: TimeSpan?
    public var nickname: String
    /// Whatever the app shows a picture by: an URL, a key, an emoji.
    public var avatar: String
    public var joinedAt: Timestamp

    public init(
        memberID: String, seat: String = "", status: MemberStatus = .idle, focusStartedAt: Timestamp? = nil,
        planned: TimeSpan? = nil, nickname: String = "", avatar: String = "", joinedAt: Timestamp
    ) {
        self.memberID = memberID
        self.seat = seat
        self.status = status
        self.focusStartedAt = focusStartedAt
        self.planned = planned
        self.nickname = nickname
        self.avatar = avatar
        self.joinedAt = joinedAt
    }

    /// Takes over what the update says.
    public mutating func apply(_ update: MemberUpdate) {
        if let seat = update.seat { self.seat = seat }
        if let status = update.status { self.status = status }
        if let started = update.focusStartedAt { focusStartedAt = started == .cleared ? nil : started }
        if let planned = update.planned { self.planned = planned == .zero ? nil : planned }
        if let nickname = update.nickname { self.nickname = nickname }
        if let avatar = update.avatar { self.avatar = avatar }
    }
}
