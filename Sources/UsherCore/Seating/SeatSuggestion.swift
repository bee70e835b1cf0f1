/// Seats for a party with the reasons for them: what SuggestSeats answers, or what a refusal names instead.
public struct SeatSuggestion: Sendable, Equatable {
    /// Codes, row by row and along the row.
    public var seats: [String]
    /// All in one group of neighbours.
    public var together: Bool
    /// How many groups of neighbours the party sits in: at least 1.
    public var pieces: Int
    /// Higher is better, comparable within one show: the sum of the terms.
    public var score: Double
    /// What makes up the score: at least `center`, `depth`, `orphans`, `pieces`.
    public var terms: [ScoreTerm]

    public struct ScoreTerm: Sendable, Equatable {
        public var name: String
        /// The term's part of the score; none is above 0.
        public var value: Double

        public init(name: String, value: Double) {
            self.name = name
            self.value = value
        }
    }

    public init(seats: [String], together: Bool, pieces: Int, score: Double, terms: [ScoreTerm] = []) {
        self.seats = seats
        self.together = together
        self.pieces = pieces
        self.score = score
        self.terms = terms
    }

    public init(seats: [String], pieces: Int, terms: [ScoreTerm]) {
        self.init(
            seats: seats, together: pieces == 1, pieces: pieces, score: terms.reduce(0) { $0 + $1.value }, terms: terms)
    }
}
