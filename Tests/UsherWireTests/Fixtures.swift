import UsherCore

@testable import UsherWire

/// The same values that the golden bytes were made of, by another implementation of protobuf.
enum Fixtures {
    static let noon = Timestamp(nanoseconds: 1_800_000_000_000_000_000)

    static let delta = SeatEvent.delta(
        SeatDelta(
            firstSeq: 41, lastSeq: 300,
            changes: [SeatChange(0, .locked), SeatChange(7, .available), SeatChange(199_999, .sold)]))

    static let snapshot = SeatEvent.snapshot(
        SeatSnapshot(
            showID: "S1", epoch: "e-1", seq: 300, hallID: "H3", hallRevision: 2, states: [1, 2, 3, 4, 1],
            serverTime: noon + .milliseconds(500)))

    static let heartbeat = SeatEvent.heartbeat(seq: 300, serverTime: noon, showVersion: 3)

    static let drain = SeatEvent.drain(reconnectAfter: .milliseconds(1_500), reason: "shutdown")

    static let lock = LockMessage(
        lockID: "S1.5", token: "S1.5.secret", showID: "S1", holder: "alice", seats: ["A-1", "Ä-2"], state: .held,
        amounts: [AmountMessage(currencyCode: "EUR", amountMinor: 2_500)],
        seatAmounts: [
            SeatMoney(seat: "A-1", zoneID: "z", currencyCode: "EUR", amountMinor: 1_500),
            SeatMoney(seat: "Ä-2", zoneID: "", currencyCode: "EUR", amountMinor: 1_000),
        ],
        expiresAt: noon + .minutes(15), serverTime: noon + TimeSpan(nanoseconds: 1), seq: 41)

    static let hall = Hall(
        hallID: "H3", name: "Saal 3", revision: 2, rowCount: 2, columnCount: 4,
        rows: [Row(index: 0, label: "A", offset: 0.5)],
        seats: [
            Seat(code: "A-1", row: 0, column: 0, number: "1", zoneID: "z"),
            Seat(code: "A-2", row: 0, column: 1, kind: .couple, partner: "A-3", x: 0, y: 1.5),
            Seat(code: "A-3", row: 0, column: 2, kind: .couple, partner: "A-2"),
        ],
        zones: [Zone(zoneID: "z", name: "Parkett", color: "#ff0000")],
        areas: [Area(areaID: "a", name: "Left", firstRow: 0, rowCount: 2, firstColumn: 0, columnCount: 2)],
        focalPoint: FocalPoint(row: 1.5, column: 2))

    static let show: ShowView = {
        var counts = SeatCounts()
        counts.total = 3
        counts.available = 1
        counts.locked = 1
        counts.sold = 1
        var zone = ZoneCounts(zoneID: "z")
        zone.total = 1
        zone.available = 1
        counts.zones = [zone]
        let show = Show(
            showID: "S1", hallID: "H3", hallRevision: 2, title: "Film", startsAt: noon + .hours(1),
            endsAt: noon + .hours(3), timeZone: "Europe/Berlin",
            prices: [ZonePrice(zoneID: "z", currencyCode: "EUR", amountMinor: 1_500)], salesOpen: false, version: 4,
            epoch: "e-1")
        return ShowView(show: show, seq: 9, counts: counts)
    }()

    static let sale = SaleMessage(
        saleID: "S1.9", lockID: "S1.5", showID: "S1", holder: "alice", orderRef: "order-1", seats: ["A-1"],
        amounts: [AmountMessage(currencyCode: "EUR", amountMinor: 1_500)],
        seatAmounts: [SeatMoney(seat: "A-1", zoneID: "z", currencyCode: "EUR", amountMinor: 1_500)], soldAt: noon,
        seq: 44, late: true,
        refunds: [
            RefundMessage(
                seats: ["Ä-2"], amounts: [AmountMessage(currencyCode: "EUR", amountMinor: 1_000)],
                refundedAt: noon + .hours(1))
        ])
}
