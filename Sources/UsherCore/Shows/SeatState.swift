/// The state of one seat in one show. Raw values are the wire's; a byte that is none of these means not available.
public enum SeatState: UInt8, Sendable, Hashable, CaseIterable {
    case available = 1
    case locked = 2
    case sold = 3
    /// Not for sale: house seats, maintenance.
    case blocked = 4
}
