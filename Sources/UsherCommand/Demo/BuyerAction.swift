/// What a simulated buyer does next; the shell carries it out and tells the outcome.
enum BuyerAction: Equatable {
    case lock(buyer: Int, seats: [Int])
    case pay(buyer: Int)
    case confirm(buyer: Int)
    case release(buyer: Int)
    /// Hesitates for too long: the lock will expire. Nothing is sent.
    case leave(buyer: Int)
    /// Gives back all seats of an earlier sale.
    case refund(sale: Int)
}
