/// Seats sold under one order, as the gateway's replies tell it.
public struct SeatSale: Sendable, Equatable {
    public var saleID: String
    public var lockID: String
    public var showID: String
    public var holder: String
    /// The partner's own order number.
    public var orderRef: String
    /// Those still sold; seat codes.
    public var seats: [String]
    /// Of the seats still sold, one total per currency.
    public var amounts: [Money]
    /// Of the seats still sold.
    public var seatPrices: [SeatPrice]
    public var soldAt: Timestamp
    /// The show's position after the last commit that touched these seats.
    public var seq: UInt64
    /// The lock had expired or had been released when it was confirmed.
    public var late: Bool
    public var refunds: [SeatRefund]

    public init(
        saleID: String, lockID: String, showID: String, holder: String, orderRef: String, seats: [String],
        amounts: [Money] = [], seatPrices: [SeatPrice] = [], soldAt: Timestamp, seq: UInt64, late: Bool,
        refunds: [SeatRefund] = []
    ) {
        self.saleID = saleID
        self.lockID = lockID
        self.showID = showID
        self.holder = holder
        self.orderRef = orderRef
        self.seats = seats
        self.amounts = amounts
        self.seatPrices = seatPrices
        self.soldAt = soldAt
        self.seq = seq
        self.late = late
        self.refunds = refunds
    }
}
