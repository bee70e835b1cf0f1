/// A choice as it scores among suggestions, whoever made it.
extension SeatJudge {
    /// The places, in order, as a suggestion.
    func proposal(_ places: [Int]) -> SeatSuggestion {
        let score = score(places, restricted: places.count { runs.kinds[$0] == .restrictedView })
        return SeatSuggestion(
            seats: places.map { hall.code(ofSeat: Int(runs.seats[$0])) }, pieces: runs.groups(of: places).count,
            terms: score.terms)
    }

    func score(_ places: [Int], restricted: Int) -> SeatScore {
        let middle = runs.middle(of: places)
        let pieces = runs.groups(of: places)
        let spread = pieces.reduce(0.0) { sum, piece in
            let own = runs.middle(of: piece)
            let (x, y) = (own.x - middle.x, own.y - middle.y)
            return sum + x * x + y * y
        }
        return SeatScore(
            pieces: pieces.count, orphans: orphans(of: Choice(places: places)).count, restricted: restricted,
            spread: spread / Double(pieces.count), middle: middle, runs)
    }
}
