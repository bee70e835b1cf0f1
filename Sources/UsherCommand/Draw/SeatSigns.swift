import UsherCore

/// A sign and a colour for each state. The sign alone tells the states apart, for people who do not see colour and
/// terminals that do not show it.
struct SeatSigns: Sendable {
    var isUnicode: Bool

    /// `state` is the wire's byte; an unknown one means not available.
    func sign(_ state: UInt8, _ kind: SeatKind) -> Character {
        switch SeatState(rawValue: state) {
        case .available: available(kind)
        case .locked: isUnicode ? "◐" : "%"
        case .sold: isUnicode ? "●" : "#"
        case .blocked: isUnicode ? "×" : "x"
        case nil: "?"
        }
    }

    /// Free seats say what they are for.
    func available(_ kind: SeatKind) -> Character {
        switch kind {
        case .standard, .couple: isUnicode ? "○" : "o"
        case .wheelchair: "w"
        case .companion: "c"
        case .restrictedView: "r"
        }
    }

    /// Between the two halves of a pair.
    var link: Character { isUnicode ? "‿" : "-" }

    /// The SGR parameters of a state.
    func color(_ state: UInt8) -> String {
        switch SeatState(rawValue: state) {
        case .available: "32"
        case .locked: "1;33"
        case .sold: "31"
        case .blocked: "90"
        case nil: "35"
        }
    }

    static func name(_ state: SeatState) -> String {
        switch state {
        case .available: "free"
        case .locked: "locked"
        case .sold: "sold"
        case .blocked: "blocked"
        }
    }
}
