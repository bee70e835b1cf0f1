/// What a member's focus session shows of them in its room.
public enum RoomFocus: Sendable, Equatable {
    /// `startedAt`: now minus the time focused so far. `planned` nil: open-ended.
    case focusing(startedAt: Timestamp, planned: TimeSpan?)
    /// Paused.
    case resting
    /// Over.
    case idle

    var status: MemberStatus {
        switch self {
        case .focusing: .focusing
        case .resting: .resting
        case .idle: .idle
        }
    }

    var startedAt: Timestamp? {
        if case .focusing(let startedAt, _) = self { startedAt } else { nil }
    }

    var planned: TimeSpan? {
        if case .focusing(_, let planned) = self { planned } else { nil }
    }
}
