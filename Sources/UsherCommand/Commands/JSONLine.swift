import Usher
import UsherCore
import UsherWire

/// Proto3 JSON of what the commands print, one object a line.
enum JSONLine {
    static func hall(_ hall: Hall) throws(CommandFailure) -> String { try text(HallReply(hall)) }

    static func hallSummary(_ hall: Hall, seatCount: Int) throws(CommandFailure) -> String {
        var reply = HallReply(summary: hall)
        reply.seatCount = seatCount
        return try text(reply)
    }

    static func show(_ view: ShowView) throws(CommandFailure) -> String { try text(view) }

    static func event(_ event: SeatEvent) throws(CommandFailure) -> String { try text(event) }

    static func seq(_ seq: UInt64) throws(CommandFailure) -> String { try text(BlockSeatsResponse(seq: seq)) }

    static func lock(_ lock: SeatLock) throws(CommandFailure) -> String {
        try text(
            LockMessage(
                lockID: lock.lockID, token: lock.token, showID: lock.showID, holder: lock.holder, seats: lock.seats,
                state: lock.state, amounts: lock.amounts.map(money), seatAmounts: lock.seatPrices.map(price),
                expiresAt: lock.expiresAt, serverTime: lock.serverTime, seq: lock.seq))
    }

    static func sale(_ sale: SeatSale) throws(CommandFailure) -> String {
        try text(
            SaleMessage(
                saleID: sale.saleID, lockID: sale.lockID, showID: sale.showID, holder: sale.holder,
                orderRef: sale.orderRef, seats: sale.seats, amounts: sale.amounts.map(money),
                seatAmounts: sale.seatPrices.map(price), soldAt: sale.soldAt, seq: sale.seq, late: sale.late,
                refunds: sale.refunds.map {
                    RefundMessage(seats: $0.seats, amounts: $0.amounts.map(money), refundedAt: $0.refundedAt)
                }))
    }

    static func suggestion(_ suggestion: SeatSuggestion) throws(CommandFailure) -> String {
        try text(suggestion)
    }

    static func event(_ event: RoomEvent) throws(CommandFailure) -> String { try text(event) }

    static func room(_ room: Room) throws(CommandFailure) -> String { try text(room) }

    static func member(_ member: RoomMember) throws(CommandFailure) -> String { try text(member) }

    static func membership(_ membership: RoomMembership) throws(CommandFailure) -> String {
        try text(
            MembershipMessage(
                token: membership.token, member: membership.member, heartbeat: membership.heartbeat,
                serverTime: membership.serverTime, epoch: membership.position.epoch, seq: membership.position.seq,
                room: membership.room))
    }

    static func session(_ session: FocusSession) throws(CommandFailure) -> String { try text(session) }

    static func statistics(_ statistics: FocusStatistics) throws(CommandFailure) -> String {
        try text(GetFocusStatsResponse(statistics))
    }

    private static func text(_ message: some WireMessage) throws(CommandFailure) -> String {
        do {
            return try ProtoJSON.string(message)
        } catch {
            throw CommandFailure("the answer cannot be written as JSON: \(error.message)")
        }
    }

    private static func money(_ money: Money) -> AmountMessage {
        AmountMessage(currencyCode: money.currencyCode, amountMinor: money.amountMinor)
    }

    private static func price(_ price: SeatPrice) -> SeatMoney {
        SeatMoney(
            seat: price.seat, zoneID: price.zoneID, currencyCode: price.amount.currencyCode,
            amountMinor: price.amount.amountMinor)
    }
}
