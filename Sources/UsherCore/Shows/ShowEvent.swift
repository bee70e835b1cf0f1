/// What happened to a show: the payload of one log record. Each holds all that `apply` needs, archived locks and sales
/// not at hand.
public enum ShowEvent: Sendable, Equatable {
    /// Always the first record.
    case created(Show)
    /// The whole show after the change, `version` raised.
    case updated(Show)
    /// The lock's number is the record's index.
    case locked(secret: TokenSecret, holder: String, seats: [HeldSeat], expiresAt: Timestamp)
    /// The lock's whole new seat list.
    case lockChanged(lock: UInt64, seats: [HeldSeat])
    case lockRenewed(lock: UInt64, expiresAt: Timestamp)
    case paymentBegan(lock: UInt64, expiresAt: Timestamp)
    case paymentEnded(lock: UInt64)
    /// The sale's number is the record's index.
    case confirmed(lock: UInt64, holder: String, orderRef: String, seats: [HeldSeat], late: Bool)
    case released(lock: UInt64)
    case expired(lock: UInt64)
    case refunded(sale: UInt64, holder: String, seats: [HeldSeat])
    case blocked(seats: [Int32], reason: String)
    case unblocked(seats: [Int32], reason: String)
}
