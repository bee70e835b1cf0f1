public import UsherCore

extension SaleMessage {
    /// The reply about a sale: indexes become codes and zones by way of the show's hall, amounts are added up.
    public init(_ sale: Sale, showID: String, hall: HallRevision, saleID: String, lockID: String) {
        self.init(
            saleID: saleID, lockID: lockID, showID: showID, holder: sale.holder, orderRef: sale.orderRef,
            seats: sale.seats.map { hall.hall.seats[Int($0.seat)].code }, amounts: AmountMessage.totals(sale.seats),
            seatAmounts: SeatMoney.list(sale.seats, hall: hall), soldAt: sale.soldAt, seq: sale.seq, late: sale.late,
            refunds: sale.refunds.map { refund in
                RefundMessage(
                    seats: refund.seats.map { hall.hall.seats[Int($0.seat)].code },
                    amounts: AmountMessage.totals(refund.seats), refundedAt: refund.refundedAt)
            })
    }
}
