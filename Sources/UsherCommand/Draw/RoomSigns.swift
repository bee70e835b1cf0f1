import UsherCore

/// A sign and a colour for what a member does. The sign alone tells them apart.
struct RoomSigns: Sendable {
    var isUnicode: Bool

    func sign(_ status: MemberStatus) -> Character {
        switch status {
        case .idle: isUnicode ? "●" : "#"
        case .focusing: isUnicode ? "◉" : "*"
        case .resting: isUnicode ? "◐" : "%"
        case .away: isUnicode ? "◌" : "z"
        }
    }

    var free: Character { isUnicode ? "○" : "." }

    /// The SGR parameters of a status.
    func color(_ status: MemberStatus) -> String {
        switch status {
        case .idle: "36"
        case .focusing: "1;32"
        case .resting: "33"
        case .away: "90"
        }
    }
}
