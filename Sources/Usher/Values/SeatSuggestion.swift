/// Seats that the gateway proposes for a party.
public struct SeatSuggestion: Sendable, Equatable {
    /// Seat codes.
    public var seats: [String]
    /// All in one run.
    public var together: Bool
    /// In how many runs the party sits.
    public var pieces: Int
    /// Higher is better; comparable within one reply.
    public var score: Double
    /// What the score is made of: at least `center`, `depth`, `orphans`, `pieces`.
    public var terms: [ScoreTerm]

    public struct ScoreTerm: Sendable, Equatable {
        public var name: String
        public var value: Double

        public init(name: String, value: Double) {
            self.name = name
            self.value = value
        }
    }

    public init(seats: [String], together: Bool, pieces: Int, score: Double, terms: [ScoreTerm]) {
        self.seats = seats
        self.together = together
        self.pieces = pieces
        self.score = score
        self.terms = terms
    }
}
