import UsherCore

/// What the codes of seat characteristics mean (IATA's list 9825 and what Amadeus adds to it) for a hall.
enum CabinCode: Equatable {
    /// Where the seat is, which its place says already.
    case place
    /// A kind that halls have.
    case kind(SeatKind)
    /// The seat is beside an exit; its row becomes an area.
    case exit
    /// Not for sale to everybody: blocked, if nothing else is said of its state.
    case withheld(String)
    /// Nobody sits there: a galley, a closet, stairs.
    case noSeat
    /// A hall has no place for it.
    case told(String)

    /// nil for a code that is not known.
    static func of(_ code: String) -> CabinCode? { known[code.uppercased()] }

    private static let known: [String: CabinCode] = {
        var known: [String: CabinCode] = [
            "H": .kind(.wheelchair), "1W": .kind(.restrictedView), "E": .exit,
            "1": .withheld("restricted"), "C": .withheld("for the crew"), "DE": .withheld("for deportees"),
            "BK": .withheld("blocked for preferred passengers"), "Z": .withheld("buffer zone"),
            "K": .told("bulkhead"), "B": .told("place for a bassinet"), "I": .told("for an adult with an infant"),
            "L": .told("extra legroom"), "CH": .told("costs extra"), "O": .told("preferred seat"),
            "1A_AQC_PREMIUM_SEAT": .told("premium seat"), "Q": .told("quiet zone"), "1A": .told("not for infants"),
            "1B": .told("not for medical cases"), "1C": .told("not for unaccompanied minors"),
            "1D": .told("reclines little"), "IE": .told("not for children"), "U": .told("for unaccompanied minors"),
            "J": .told("faces the rear"), "2": .told("leg rest"), "V": .told("offered last"),
            "72": .told("undesirable"), "OW": .told("over the wing"), "AG": .told("beside a galley"),
            "6": .told("near a galley"), "AL": .told("beside a lavatory"), "7": .told("near a lavatory"),
            "AC": .told("beside a closet"), "AU": .told("beside stairs"), "AB": .told("beside a bar"),
            "P": .told("armrest can be raised"), "X": .told("no facilities"),
        ]
        for code in ["W", "A", "9", "N", "4", "5", "LS", "RS", "CC", "WA", "FC", "T", "UP", "M"] {
            known[code] = .place
        }
        for code in ["8", "AR", "BA", "CL", "D", "EX", "GN", "LA", "LG", "SO", "ST", "TA", "71"] {
            known[code] = .noSeat
        }
        return known
    }()

    /// Of remarks in words, as Duffel has them; nil for those that say nothing of a kind.
    static func kind(ofRemark text: String) -> SeatKind? {
        let words = text.lowercased()
        func has(_ parts: [String]) -> Bool { parts.contains(where: words.contains) }
        if has(["no window", "without window", "windowless", "restricted view", "obstructed view"]) {
            return .restrictedView
        }
        // `Not suitable for passengers with reduced mobility` says the opposite.
        guard !has(["not ", "n't ", "no ", "un", "without"]) else { return nil }
        return has(["wheelchair", "handicap", "disabled", "accessible", "reduced mobility"]) ? .wheelchair : nil
    }
}
