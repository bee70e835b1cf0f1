import Usher

/// What stands for a seat on the map: its character, and its colour as SGR parameters.
struct SeatSigns {
    let hall: Hall
    let states: [UInt8]
    /// What this customer has to do with a seat, by index.
    let marks: [Int: SeatMark]

    func sign(_ seat: Int) -> (Character, String) {
        switch marks[seat] {
        case .chosen: return ("◆", "1;36")
        case .locking, .resolving: return ("◌", "1;36")
        case .held: return ("■", "1;36")
        case .leaving: return ("◇", "36")
        case .sold: return ("★", "1;32")
        case nil: break
        }
        // An unknown state is one that a newer gateway knows: not available.
        guard let state = states.indices.contains(seat) ? SeatState(rawValue: states[seat]) : nil else {
            return ("?", "35")
        }
        switch state {
        case .available: return (Self.free(hall.seats[seat].kind), "32")
        case .locked: return ("◐", "33")
        case .sold: return ("●", "31")
        case .blocked: return ("×", "90")
        }
    }

    private static func free(_ kind: SeatKind) -> Character {
        switch kind {
        case .standard, .couple: "○"
        case .wheelchair: "w"
        case .companion: "c"
        case .restrictedView: "r"
        }
    }
}
