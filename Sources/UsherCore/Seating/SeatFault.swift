/// Why a choice of free seats is refused, by seat index.
enum SeatFault: Equatable {
    /// Halves of pairs whose other half is free and not chosen.
    case splitPair([Int32])
    /// Seats that would be left alone although that can be avoided.
    case orphans([Int32])

    var isSplitPair: Bool {
        if case .splitPair = self { true } else { false }
    }
}
