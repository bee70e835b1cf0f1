/// A choice as it scores among suggestions, whoever made it.
extension SeatJudge {
    /// The places, in order, as a suggestion.
    func proposal(_ places: [Int]) -> SeatSuggestion {
        let pieces = runs.groups(of: places)
        let score = score(
            pieces, orphans: orphans(of: Choice(places: places)).count,
            restricted: places.count { runs.kinds[$0] == .restrictedView })
        return SeatSuggestion(
            seats: places.map { hall.code(ofSeat: Int(runs.seats[$0])) }, pieces: pieces.count, terms: score.terms)
    }

    /// A party's groups of neighbours, in place order.
    func score(_ pieces: [Range<Int>], orphans: Int, restricted: Int) -> SeatScore {
        let middle = runs.middle(ofAll: pieces)
        let share = PieceShare(of: pieces.reduce(0) { $0 + $1.count }, pieces: pieces.count)
        var spread = 0.0
        var uneven = 0
        for piece in pieces {
            let own = runs.middle(of: piece)
            let (x, y) = (own.x - middle.x, own.y - middle.y)
            spread += x * x + y * y
            uneven += share.excess(of: piece.count)
        }
        return SeatScore(
            pieces: pieces.count, uneven: uneven, orphans: orphans, restricted: restricted, halves: halves(in: pieces),
            spread: spread / Double(pieces.count), middle: middle, runs)
    }

    /// The seats of a party whose pair's other half it does not have.
    func halves(in pieces: [Range<Int>]) -> Int {
        guard runs.hasPairs else { return 0 }
        return pieces.reduce(0) { halves, piece in
            halves
                + piece.count { place in
                    let partner = Int(runs.partners[place])
                    return partner >= 0 && !pieces.contains { $0.contains(partner) }
                }
        }
    }
}
