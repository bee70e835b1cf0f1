import CUsherProto
public import UsherCore

extension SeatSuggestion: WireMessage {
    public static var messageName: String { "usher.v1.Suggestion" }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension SeatSuggestion: MessageMapping {
    typealias C = Usher__V1__Suggestion
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__suggestion__init }
    static var unpack: Unpack { usher__v1__suggestion__unpack }

    init(_ c: C, _ r: inout Reading) {
        self.init(
            seats: r.texts(c.n_seats, c.seats, "seats"), together: c.together != 0, pieces: Int(c.pieces),
            score: c.score, terms: r.list(c.n_terms, c.terms, "terms"))
    }

    func fill(_ c: inout C, _ w: Writing) {
        w.texts(seats, &c.n_seats, &c.seats)
        c.together = together ? 1 : 0
        c.pieces = UInt32(clamping: pieces)
        c.score = score
        w.list(terms, &c.n_terms, &c.terms)
    }
}

extension SeatSuggestion.ScoreTerm: MessageMapping {
    typealias C = Usher__V1__ScoreTerm
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__score_term__init }
    static var unpack: Unpack { usher__v1__score_term__unpack }

    init(_ c: C, _ r: inout Reading) {
        self.init(name: r.text(c.name, "name"), value: c.value)
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.name = w.text(name)
        c.value = value
    }
}
