/// How good a place for a party is. Each of the first three terms weighs more than all that follow it together, so that the
/// sum goes by the order of preference: together; in pieces of about one size; nobody left alone. Next, each seat with a
/// restricted view and each half of a pair without its other half is as bad as the other, and worse than any distance. Then
/// how near the pieces are to each other and to where people look from is weighed, the first four times as heavily.
///
/// Distances are squared, which keeps the nearest the best and lets them be told as one part along the row and one across,
/// and are counted so that the square of the hall's diagonal is 1,000.
struct SeatScore: Sendable, Equatable {
    private static let piece = -1e11
    private static let uneven = -2e8
    private static let orphan = -1e6
    private static let restricted = -1e4
    private static let half = -1e4
    private static let spread = 4.0
    private static let far = 1_000.0
    /// Parts of 1 that a distance is told in: less than a millionth of the hall's diagonal squared.
    private static let grain = 0x1p20

    var pieces = 0.0
    var balance = 0.0
    var orphans = 0.0
    var restricted = 0.0
    var halves = 0.0
    var spread = 0.0
    var center = 0.0
    var depth = 0.0

    /// `uneven`: seats of pieces beyond a `PieceShare`. `halves`: seats whose pair's other half is not the party's.
    /// `spread`: the mean of the squared distances, in seat widths, of the pieces from the party's middle.
    init(
        pieces: Int = 1, uneven: Int = 0, orphans: Int = 0, restricted: Int = 0, halves: Int = 0, spread: Double = 0,
        middle: MapPoint, _ runs: SeatRuns
    ) {
        let x = middle.x - runs.focus.x
        let y = middle.y - runs.focus.y
        // Taken from 0: a product would be −0.
        self.pieces = 0 + Double(pieces - 1) * Self.piece
        balance = 0 + Double(uneven) * Self.uneven
        self.orphans = 0 + Double(orphans) * Self.orphan
        self.restricted = 0 + Double(restricted) * Self.restricted
        self.halves = 0 + Double(halves) * Self.half
        self.spread = 0 - Self.rounded(spread / runs.diagonal * Self.far * Self.spread)
        center = 0 - Self.rounded(x * x / runs.diagonal * Self.far)
        depth = 0 - Self.rounded(y * y / runs.diagonal * Self.far)
    }

    /// Places as far to the left as others are to the right are equals, whatever their coordinates lost in the last bits:
    /// only between equals the longer free stretch counts.
    private static func rounded(_ distance: Double) -> Double {
        (distance * grain).rounded() / grain
    }

    /// The order of the additions is that of the terms, so that a reader's sum is the same.
    var total: Double { pieces + balance + orphans + restricted + halves + spread + center + depth }

    /// No place in a run at this squared distance from the focus has a better one.
    static func best(atSquare square: Double, _ runs: SeatRuns) -> Double {
        // A little more, for what is lost where two parts are rounded and added up.
        (0 - square / runs.diagonal * far) * (1 - 1e-12) + 2 / grain
    }

    var terms: [SeatSuggestion.ScoreTerm] {
        [
            SeatSuggestion.ScoreTerm(name: "pieces", value: pieces),
            SeatSuggestion.ScoreTerm(name: "balance", value: balance),
            SeatSuggestion.ScoreTerm(name: "orphans", value: orphans),
            SeatSuggestion.ScoreTerm(name: "restricted", value: restricted),
            SeatSuggestion.ScoreTerm(name: "halves", value: halves),
            SeatSuggestion.ScoreTerm(name: "spread", value: spread),
            SeatSuggestion.ScoreTerm(name: "center", value: center),
            SeatSuggestion.ScoreTerm(name: "depth", value: depth),
        ]
    }
}
