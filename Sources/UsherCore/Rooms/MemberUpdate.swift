/// What changed of a member: only fields that are another now are set.
public struct MemberUpdate: Sendable, Equatable {
    public var memberID: String
    /// "" = stood up.
    public var seat: String?
    public var status: MemberStatus?
    /// `.cleared` = none any more.
    public var focusStartedAt: Timestamp?
    /// `.zero` = none any more.
    public var planned: TimeSpan?
    public var nickname: String?
    public var avatar: String?

    public init(
        memberID: String, seat: String? = nil, status: MemberStatus? = nil, focusStartedAt: Timestamp? = nil,
        planned: TimeSpan? = nil, nickname: String? = nil, avatar: String? = nil
    ) {
        self.memberID = memberID
        self.seat = seat
        self.status = status
        self.focusStartedAt = focusStartedAt
        self.planned = planned
        self.nickname = nickname
        self.avatar = avatar
    }

    /// What makes `new` of `old`, the same member; nil if nothing that an update can say.
    public init?(from old: RoomMember, to new: RoomMember) {
        self.init(memberID: new.memberID)
        if new.seat != old.seat { seat = new.seat }
        if new.status != old.status { status = new.status }
        if new.focusStartedAt != old.focusStartedAt { focusStartedAt = new.focusStartedAt ?? .cleared }
        if new.planned != old.planned { planned = new.planned ?? .zero }
        if new.nickname != old.nickname { nickname = new.nickname }
        if new.avatar != old.avatar { avatar = new.avatar }
        if self == MemberUpdate(memberID: new.memberID) { return nil }
    }
}

extension Timestamp {
    /// The wire's zero: a time that was set and is none any more.
    public static let cleared = Timestamp(nanoseconds: 0)
}
