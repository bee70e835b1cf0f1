/// What can be asked of a show. Seats are named by code; the show's state resolves them.
public enum ShowCommand: Sendable, Equatable {
    /// `ttl` nil is the policy's `lockTTL`; `secret` becomes the token's.
    case lockSeats(holder: String, seats: [String], ttl: TimeSpan?, secret: TokenSecret)
    /// Locks the seats that would be proposed first.
    case lockBestSeats(holder: String, SeatQuery, ttl: TimeSpan?, secret: TokenSecret)
    case changeLock(LockKey, add: [String], remove: [String])
    case renewLock(LockKey, ttl: TimeSpan?)
    case beginPayment(LockKey)
    case endPayment(LockKey)
    case confirmLock(LockKey, orderRef: String)
    case releaseLock(LockKey)
    /// A read.
    case getLock(LockKey)
    /// Either some seats or all.
    case refundSale(number: UInt64, seats: [String], all: Bool)
    /// A read.
    case getSale(number: UInt64)
    /// Takes the named fields from `show`. `expectedVersion` 0 is any.
    case updateShow(Show, fields: [ShowField], expectedVersion: UInt64)
    case blockSeats([String], reason: String)
    case unblockSeats([String], reason: String)
    /// A read, with counts.
    case getShow
}
