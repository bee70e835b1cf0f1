import UsherCore

/// What files say about their seats' states.
enum StatusWords {
    private static let words: [String: SeatState] = [
        "available": .available, "free": .available, "open": .available, "locked": .locked, "held": .locked,
        "reserved": .locked, "sold": .sold, "booked": .sold, "occupied": .sold, "blocked": .blocked,
        "unavailable": .blocked, "disabled": .blocked,
    ]

    /// States of seats by the file's own words, the format's table and the caller's, which wins. An unknown value is
    /// drawn as blocked and reported; where no value is known at all, nothing is said.
    static func read(
        _ values: [String?], known: [String: SeatState], told: [String: SeatState]
    ) -> (states: [SeatState?], report: [ImportReport.Status]) {
        let meanings = words.merging(known) { $1 }.merging(told) { $1 }
        func meaning(_ value: String) -> SeatState? { meanings[value] ?? meanings[value.lowercased()] }
        let counts = Dictionary(values.compactMap { $0.map { ($0, 1) } }, uniquingKeysWith: +)
        let report = counts.keys.sorted().map {
            ImportReport.Status(value: $0, seats: counts[$0] ?? 0, meaning: meaning($0))
        }
        guard counts.keys.contains(where: { meaning($0) != nil }) else { return (values.map { _ in nil }, report) }
        return (values.map { $0.map { meaning($0) ?? .blocked } }, report)
    }
}
