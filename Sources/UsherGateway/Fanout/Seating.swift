internal import UsherCore

/// A show's committed map at one moment, for choosing seats on it while the show goes on.
struct Seating: Sendable {
    var show: Show
    var hall: HallRevision
    /// One wire byte a seat.
    var states: [UInt8]
    var now: Timestamp

    func proposals(_ query: SeatQuery) throws(Refusal) -> [SeatSuggestion] {
        try show.proposals(query, in: hall, states: states, now: now)
    }
}
