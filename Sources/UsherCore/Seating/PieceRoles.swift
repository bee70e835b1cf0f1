/// Which pieces of an even split some segments can take, as far as a piece there leaves nobody alone: the larger, the
/// smaller, or either.
struct PieceRoles {
    struct Role: OptionSet {
        let rawValue: UInt8

        static let larger = Role(rawValue: 1)
        static let smaller = Role(rawValue: 2)
    }

    private let larger: Int
    private let smaller: Int
    private var onlyLarger = 0
    private var onlySmaller = 0
    private var either = 0
    private(set) var taken = 0

    init(_ share: PieceShare, pieces: Int) {
        larger = share.largerPieces
        smaller = pieces - share.largerPieces
    }

    var isComplete: Bool { taken == larger + smaller }

    /// Whether the segment brings the split nearer; only then it is taken.
    mutating func take(_ role: Role) -> Bool {
        switch role {
        case [.larger, .smaller]: either += 1
        case .larger: onlyLarger += 1
        case .smaller: onlySmaller += 1
        default: return false
        }
        let free = max(0, larger - onlyLarger) + max(0, smaller - onlySmaller)
        let filled = min(larger, onlyLarger) + min(smaller, onlySmaller) + min(either, free)
        if filled > taken {
            taken = filled
            return true
        }
        switch role {
        case [.larger, .smaller]: either -= 1
        case .larger: onlyLarger -= 1
        default: onlySmaller -= 1
        }
        return false
    }
}
