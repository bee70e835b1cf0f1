/// Seats for a party with the reasons for them: a suggestion, or what a refusal proposes instead.
public struct SeatProposal: Sendable, Equatable {
    /// Codes, row by row and along the row.
    public var seats: [String]
    /// How many groups of neighbours the party sits in: at least 1.
    public var pieces: Int
    /// What makes up the score, by name.
    public var terms: [Term]

    public struct Term: Sendable, Equatable {
        public var name: String
        /// The term's part of the score; none is above 0.
        public var value: Double

        public init(_ name: String, _ value: Double) {
            self.name = name
            self.value = value
        }
    }

    public init(seats: [String], pieces: Int, terms: [Term]) {
        self.seats = seats
        self.pieces = pieces
        self.terms = terms
    }

    /// Higher is better: the sum of the terms.
    public var score: Double { terms.reduce(0) { $0 + $1.value } }
}
