import Usher
import UsherCore
import UsherWire

/// Proto3 JSON of what the commands print, one object a line.
enum JSONLine {
    static func hall(_ hall: Hall) -> String { text(HallReply(hall)) }

    static func hallSummary(_ hall: Hall, seatCount: Int) -> String {
        var reply = HallReply(summary: hall)
        reply.seatCount = seatCount
        return text(reply)
    }

    static func show(_ view: ShowView) -> String { text(view) }

    static func event(_ event: SeatEvent) -> String { text(event) }

    static func seq(_ seq: UInt64) -> String { text(BlockSeatsResponse(seq: seq)) }

    static func lock(_ lock: SeatLock) -> String {
        text(
            LockMessage(
                lockID: lock.lockID, token: lock.token, showID: lock.showID, holder: lock.holder, seats: lock.seats,
                state: lock.state, amounts: lock.amounts.map(money), seatAmounts: lock.seatPrices.map(price),
                expiresAt: lock.expiresAt, serverTime: lock.serverTime, seq: lock.seq))
    }

    static func sale(_ sale: SeatSale) -> String {
        text(
            SaleMessage(
                saleID: sale.saleID, lockID: sale.lockID, showID: sale.showID, holder: sale.holder,
                orderRef: sale.orderRef, seats: sale.seats, amounts: sale.amounts.map(money),
                seatAmounts: sale.seatPrices.map(price), soldAt: sale.soldAt, seq: sale.seq, late: sale.late,
                refunds: sale.refunds.map {
                    RefundMessage(seats: $0.seats, amounts: $0.amounts.map(money), refundedAt: $0.refundedAt)
                }))
    }

    static func suggestion(_ suggestion: SeatSuggestion) -> String {
        text(
            Suggestion(
                seats: suggestion.seats, together: suggestion.together, pieces: suggestion.pieces,
                score: suggestion.score,
                terms: suggestion.terms.map { UsherWire.ScoreTerm(name: $0.name, value: $0.value) }))
    }

    /// What the program itself made is always a message: a failure here is our own bug.
    private static func text(_ message: some WireMessage) -> String {
        do { return try ProtoJSON.string(message) } catch { preconditionFailure("no JSON for a message: \(error)") }
    }

    private static func money(_ money: Usher.Money) -> UsherWire.Money {
        UsherWire.Money(currencyCode: money.currencyCode, amountMinor: money.amountMinor)
    }

    private static func price(_ price: SeatPrice) -> SeatMoney {
        SeatMoney(
            seat: price.seat, zoneID: price.zoneID, currencyCode: price.amount.currencyCode,
            amountMinor: price.amount.amountMinor)
    }
}
