import UsherCore

extension AmountMessage {
    /// One total per currency, in the order in which the currencies first appear. A sum beyond 64 bits stays at the end
    /// of the range.
    static func totals(_ seats: [HeldSeat]) -> [AmountMessage] {
        var totals: [AmountMessage] = []
        for case let amount? in seats.map(\.amount) {
            if let place = totals.firstIndex(where: { $0.currencyCode == amount.currencyCode }) {
                let (sum, overflow) = totals[place].amountMinor.addingReportingOverflow(amount.amountMinor)
                totals[place].amountMinor = overflow ? (amount.amountMinor < 0 ? .min : .max) : sum
            } else {
                totals.append(AmountMessage(currencyCode: amount.currencyCode, amountMinor: amount.amountMinor))
            }
        }
        return totals
    }
}

extension SeatMoney {
    static func list(_ seats: [HeldSeat], hall: HallRevision) -> [SeatMoney] {
        seats.compactMap { held in
            guard let amount = held.amount else { return nil }
            let seat = hall.hall.seats[Int(held.seat)]
            return SeatMoney(
                seat: seat.code, zoneID: seat.zoneID, currencyCode: amount.currencyCode,
                amountMinor: amount.amountMinor)
        }
    }
}
