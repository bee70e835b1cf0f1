import UsherCore

@testable import Usher

/// Maps to keep.
enum CacheFixtures {
    static func hall(_ id: String = "H", revision: UInt64 = 1, seats: Int = 12, name: String = "Saal") -> Hall {
        Hall(
            hallID: id, name: name, revision: revision, rowCount: (seats + 9) / 10, columnCount: 10,
            rows: (0..<(seats + 9) / 10).map { Row(index: $0, label: "\($0 + 1)", offset: 0.5) },
            seats: (0..<seats).map { Seat(code: "\(id)-\($0)", row: $0 / 10, column: $0 % 10, zoneID: "z") },
            zones: [Zone(zoneID: "z", name: "Parkett", color: "#102030")])
    }

    static func show(_ id: String, _ hall: Hall, version: UInt64 = 3) -> Show {
        Show(
            showID: id, hallID: hall.hallID, hallRevision: hall.revision, title: "Ein Abend",
            startsAt: Timestamp(nanoseconds: 5_000_000_000), endsAt: Timestamp(nanoseconds: 9_000_000_000),
            prices: [ZonePrice(zoneID: "z", currencyCode: "EUR", amountMinor: 1_250)], version: version, epoch: "e")
    }

    static func map(
        _ showID: String = "S", _ hall: Hall = hall(), seq: UInt64 = 7, epoch: String = "e", withShow: Bool = true
    ) -> CachedMap {
        let states = hall.seats.indices.map { UInt8(($0 + Int(seq)) % 4 + 1) }
        let snapshot = SeatSnapshot(
            showID: showID, epoch: epoch, seq: seq, hallID: hall.hallID, hallRevision: hall.revision, states: states,
            serverTime: Timestamp(nanoseconds: 1_700_000_000_000_000_001))
        return CachedMap(snapshot: snapshot, show: withShow ? show(showID, hall) : nil, hall: LoadedHall(hall))
    }

    static func key(_ showID: String = "S", namespace: String = "gateway:50051") -> MapKey {
        MapKey(namespace: namespace, showID: showID)
    }
}
