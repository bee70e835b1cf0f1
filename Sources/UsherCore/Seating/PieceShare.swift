/// How large the pieces of a party that is split are meant to be: of about one size.
///
/// Six in two pieces are three and three. In larger pieces a fifth more or less makes no difference to anybody, and leaves
/// room to leave nobody alone.
struct PieceShare {
    /// The sizes that are about an equal share.
    let sizes: ClosedRange<Int>
    /// The share, rounded down and up, and how many pieces have the larger.
    let smaller: Int
    let larger: Int
    let largerPieces: Int

    /// Of a party of `count` at least as many as pieces.
    init(of count: Int, pieces: Int) {
        smaller = count / pieces
        largerPieces = count % pieces
        larger = smaller + (largerPieces > 0 ? 1 : 0)
        let play = smaller / 5
        sizes = max(1, smaller - play)...(larger + play)
    }

    /// By how many seats a piece is larger or smaller.
    func excess(of size: Int) -> Int {
        max(0, sizes.lowerBound - size, size - sizes.upperBound)
    }
}
