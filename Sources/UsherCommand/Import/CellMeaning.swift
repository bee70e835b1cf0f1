import UsherCore

/// What a cell of a grid holds.
struct CellMeaning: Equatable, Sendable {
    enum Place: Equatable, Sendable {
        case seat
        case gap
        /// The halves of a couple's sofa.
        case left
        case right
        /// Half of a sofa, told without a side: the halves are counted from the left.
        case couple
    }

    var place: Place
    var kind = SeatKind.standard
    /// What the cell says about its seat now; nil says nothing.
    var state: SeatState?
    /// The name of its price zone; "" for none.
    var zone = ""

    static let seat = CellMeaning(place: .seat)
    static let gap = CellMeaning(place: .gap)

    /// Signs of maps that have one character a cell, with what people call it. Letters count as they are written: `E` and
    /// `e` differ.
    static let signGroups: [(signs: String, name: String, meaning: CellMeaning)] = [
        ("oO○sSnN", "seat", .seat), ("_.- \u{A0}\u{3000}", "gap", .gap),
        ("L<[(", "left half of a sofa", CellMeaning(place: .left, kind: .couple)),
        ("R>])", "right half of a sofa", CellMeaning(place: .right, kind: .couple)),
        ("wW♿", "wheelchair place", CellMeaning(place: .seat, kind: .wheelchair)),
        ("cC", "companion seat", CellMeaning(place: .seat, kind: .companion)),
        ("r", "restricted view", CellMeaning(place: .seat, kind: .restrictedView)),
        ("xX×", "seat that is blocked", CellMeaning(place: .seat, state: .blocked)),
        ("◐", "seat that is locked", CellMeaning(place: .seat, state: .locked)),
        ("●", "seat that is sold", CellMeaning(place: .seat, state: .sold)),
    ]

    private static let signs: [Character: CellMeaning] = {
        var signs: [Character: CellMeaning] = [:]
        for group in signGroups { for sign in group.signs { signs[sign] = group.meaning } }
        return signs
    }()

    /// Words of cells that are longer, without case, blanks and punctuation.
    private static let words: [String: CellMeaning] = {
        var words: [String: CellMeaning] = [
            "vip": CellMeaning(place: .seat, zone: "VIP"), "premium": CellMeaning(place: .seat, zone: "Premium"),
        ]
        func add(_ list: String, _ meaning: CellMeaning) {
            for word in list.split(separator: " ") { words[String(word)] = meaning }
        }
        add("e empty gap aisle road space none null corridor stairs pillar wall door placeholder 过道 走廊 空", .gap)
        add("n s o a seat standard normal regular available free general true", .seat)
        add("l left lefthalf leftseat", CellMeaning(place: .left, kind: .couple))
        add("r right righthalf rightseat", CellMeaning(place: .right, kind: .couple))
        add("couple love lover sofa double loveseat twin sweetbox", CellMeaning(place: .couple, kind: .couple))
        add("w wheelchair accessible disabled handicap handicapped", CellMeaning(place: .seat, kind: .wheelchair))
        add("c companion carer", CellMeaning(place: .seat, kind: .companion))
        add("restricted restrictedview", CellMeaning(place: .seat, kind: .restrictedView))
        add("lk locked held reserved", CellMeaning(place: .seat, state: .locked))
        add("sold booked occupied taken", CellMeaning(place: .seat, state: .sold))
        add("x u blocked unavailable broken house", CellMeaning(place: .seat, state: .blocked))
        return words
    }()

    /// Of one character in a map of signs; nil if nobody says.
    static func sign(_ sign: Character, _ told: [String: CellMeaning]) -> CellMeaning? {
        told[String(sign)] ?? signs[sign]
    }

    /// Of a cell's word; nil if nobody says.
    static func word(_ text: String, _ told: [String: CellMeaning]) -> CellMeaning? {
        if let meaning = told[text] { return meaning }
        let plain = text.lowercased().filter { $0.isLetter || $0.isNumber }
        if plain.isEmpty {
            guard text.count < 2 else { return text.allSatisfy { "_.- ".contains($0) } ? .gap : nil }
            return text.first.map { signs[$0] } ?? .gap
        }
        if let known = words[plain] { return known }
        // `couple-left`, `LOVE_SEAT_RIGHT`, `sofaL`.
        guard ["couple", "love", "sofa", "pair", "twin"].contains(where: plain.hasPrefix) else { return nil }
        if plain.hasSuffix("left") || plain.hasSuffix("l") { return CellMeaning(place: .left, kind: .couple) }
        if plain.hasSuffix("right") || plain.hasSuffix("r") { return CellMeaning(place: .right, kind: .couple) }
        return plain.hasSuffix("seat") ? CellMeaning(place: .couple, kind: .couple) : nil
    }

    /// What `--cells` calls a meaning: `seat`, `gap`, `left`, …, with a zone after a stroke: `seat/Stalls`.
    static func told(_ text: String) -> CellMeaning? {
        let parts = text.split(separator: "/", maxSplits: 1).map(String.init)
        let names = [
            "seat", "gap", "left", "right", "couple", "wheelchair", "companion", "restricted", "locked", "sold",
            "blocked",
        ]
        guard let name = parts.first, names.contains(name), var meaning = words[name] else { return nil }
        if parts.count == 2 { meaning.zone = parts[1] }
        return meaning
    }
}
