import Usher

/// How a status looks, in the picture, the list and the legend.
enum StatusSign {
    static let legend = "○ free  ◐ idle  ● focusing  ◒ resting  ◌ away  bright: you"

    static func of(_ status: MemberStatus) -> Character {
        switch status {
        case .idle: "◐"
        case .focusing: "●"
        case .resting: "◒"
        case .away: "◌"
        }
    }

    /// SGR parameters.
    static func color(of status: MemberStatus) -> String {
        switch status {
        case .idle: "37"
        case .focusing: "32"
        case .resting: "33"
        case .away: "90"
        }
    }
}
