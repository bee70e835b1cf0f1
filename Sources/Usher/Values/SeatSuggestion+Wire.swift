import UsherCore
import UsherWire

extension SeatSuggestion {
    init(_ message: Suggestion) {
        self.init(
            seats: message.seats, together: message.together, pieces: message.pieces, score: message.score,
            terms: message.terms.map { ScoreTerm(name: $0.name, value: $0.value) })
    }
}
