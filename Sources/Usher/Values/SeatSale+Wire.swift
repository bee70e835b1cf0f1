import UsherCore
import UsherWire

extension SeatSale {
    init(_ message: SaleMessage) {
        self.init(
            saleID: message.saleID, lockID: message.lockID, showID: message.showID, holder: message.holder,
            orderRef: message.orderRef, seats: message.seats, amounts: message.amounts.map(Money.init),
            seatPrices: message.seatAmounts.map(SeatPrice.init), soldAt: message.soldAt, seq: message.seq,
            late: message.late, refunds: message.refunds.map(SeatRefund.init))
    }
}

extension SeatRefund {
    init(_ message: RefundMessage) {
        self.init(
            seats: message.seats, amounts: message.amounts.map(Money.init), refundedAt: message.refundedAt)
    }
}
