/// Which seats of a sale are given back.
public enum RefundChoice: Sendable, Equatable {
    /// Seat codes of the sale.
    case seats([String])
    /// All that are still sold.
    case all
}
