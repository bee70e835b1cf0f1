import UsherCore
import UsherWire

extension SeatLock {
    init(_ message: LockMessage) {
        self.init(
            lockID: message.lockID, token: message.token, showID: message.showID, holder: message.holder,
            seats: message.seats, state: message.state, amounts: message.amounts.map(Money.init),
            seatPrices: message.seatAmounts.map(SeatPrice.init), expiresAt: message.expiresAt,
            serverTime: message.serverTime, seq: message.seq)
    }
}

extension Money {
    init(_ message: AmountMessage) {
        self.init(currencyCode: message.currencyCode, amountMinor: message.amountMinor)
    }
}

extension SeatPrice {
    init(_ message: SeatMoney) {
        self.init(
            seat: message.seat, zoneID: message.zoneID,
            amount: Money(currencyCode: message.currencyCode, amountMinor: message.amountMinor))
    }
}
