public import UsherCore

/// What became of a confirmation.
public enum ConfirmOutcome: Sendable, Equatable {
    /// The seats are sold. `late`: the lock had expired or had been released, and every seat was still there.
    case sold(SeatSale, late: Bool)
    /// The lock was over, and these of its seats are somebody else's: if money was taken, it is to be given back.
    case lost([String])
}
