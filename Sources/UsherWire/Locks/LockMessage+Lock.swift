public import UsherCore

extension LockMessage {
    /// The reply about a lock: indexes become codes and zones by way of the show's hall, amounts are added up.
    public init(
        _ lock: Lock, showID: String, hall: HallRevision, lockID: String, token: String, serverTime: Timestamp
    ) {
        let seats = SeatMoney.list(lock.seats, hall: hall)
        self.init(
            lockID: lockID, token: token, showID: showID, holder: lock.holder,
            seats: lock.seats.map { hall.hall.seats[Int($0.seat)].code }, state: lock.state,
            amounts: AmountMessage.totals(lock.seats), seatAmounts: seats, expiresAt: lock.expiresAt,
            serverTime: serverTime,
            seq: lock.seq)
    }
}
