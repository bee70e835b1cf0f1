import CUsherProto
public import UsherCore

/// Seats that the server would choose for a party.
public struct Suggestion: WireMessage {
    public static let messageName = "usher.v1.Suggestion"

    /// Codes.
    public var seats: [String]
    /// All in one run.
    public var together: Bool
    /// In how many runs.
    public var pieces: Int
    /// Higher is better.
    public var score: Double
    /// What the score is made of.
    public var terms: [ScoreTerm]

    public init(
        seats: [String] = [], together: Bool = false, pieces: Int = 0, score: Double = 0, terms: [ScoreTerm] = []
    ) {
        self.seats = seats
        self.together = together
        self.pieces = pieces
        self.score = score
        self.terms = terms
    }

    /// A proposal as it goes over the wire.
    public init(_ proposal: SeatProposal) {
        self.init(
            seats: proposal.seats, together: proposal.pieces == 1, pieces: proposal.pieces, score: proposal.score,
            terms: proposal.terms.map { ScoreTerm(name: $0.name, value: $0.value) })
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension Suggestion: MessageMapping {
    typealias C = Usher__V1__Suggestion
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__suggestion__init }
    static var unpack: Unpack { usher__v1__suggestion__unpack }

    init(_ c: C, _ r: inout Reading) {
        seats = r.texts(c.n_seats, c.seats, "seats")
        together = c.together != 0
        pieces = Int(c.pieces)
        score = c.score
        terms = r.list(c.n_terms, c.terms, "terms")
    }

    func fill(_ c: inout C, _ w: Writing) {
        w.texts(seats, &c.n_seats, &c.seats)
        c.together = together ? 1 : 0
        c.pieces = UInt32(clamping: pieces)
        c.score = score
        w.list(terms, &c.n_terms, &c.terms)
    }
}
