import Synchronization
import Testing
import Usher
import UsherTesting

// snippet: the app under test
// The app: it follows a show, and sells its seats.
final class BoxOffice: Sendable {
    private let client: UsherClient
    private let showID: String
    private let free = Mutex(Set<String>())
    private let following: Mutex<Task<Void, Never>?> = Mutex(nil)

    init(client: UsherClient, showID: String) {
        self.client = client
        self.showID = showID
    }

    /// What its window shows.
    var freeSeats: Set<String> { free.withLock { $0 } }

    func open() {
        let map = client.seatMap(showID)
        let task = Task { [weak self] in
            do {
                for try await _ in map.updates {
                    guard let whole = map.whole else { continue }
                    let seats = zip(whole.hall.seats, whole.states)
                        .filter { $0.1 == SeatState.available.rawValue }.map(\.0.code)
                    self?.free.withLock { $0 = Set(seats) }
                }
            } catch {
                self?.free.withLock { $0 = [] }
            }
        }
        following.withLock { $0 = task }
    }

    func close() {
        following.withLock { $0 }?.cancel()
    }

    /// The sale's number; nil if somebody else was faster.
    func sell(_ seats: [String], order: String) async throws -> String? {
        do {
            let lock = try await client.lockSeats(seats, of: showID, holder: "till-1")
            return try await client.confirmLock(lock.token, orderRef: order).saleID
        } catch let error where error.reason == "SEAT_TAKEN" {
            return nil
        }
    }
}
// end snippet

@Suite struct BoxOfficeTests {
    // snippet: its stage
    private func stage() async throws -> (TestGateway, BoxOffice) {
        let gateway = try await TestGateway()
        try await gateway.put(
            Hall(
                hallID: "H1", rowCount: 1, columnCount: 4,
                seats: (1...4).map { Seat(code: "A-\($0)", row: 0, column: $0 - 1, zoneID: "z") },
                zones: [Zone(zoneID: "z")]))
        try await gateway.createShow("tonight", hall: "H1")
        return (gateway, BoxOffice(client: gateway.client("till"), showID: "tonight"))
    }
    // end snippet

    // snippet: an abandoned basket
    @Test("seats of an abandoned basket come back on the window after a quarter of an hour")
    func abandoned() async throws {
        let (gateway, office) = try await stage()
        office.open()
        defer { office.close() }
        _ = try await gateway.backstage.lockSeats(["A-1", "A-2"], of: "tonight", holder: "web")
        try await gateway.advance(by: .minutes(14))
        try await gateway.settle { office.freeSeats == ["A-3", "A-4"] }
        try await gateway.advance(by: .minutes(1))
        try await gateway.settle { office.freeSeats == ["A-1", "A-2", "A-3", "A-4"] }
    }
    // end snippet

    // snippet: a lost answer
    @Test("a sale whose answer was lost is sold once")
    func lostAnswer() async throws {
        let (gateway, office) = try await stage()
        gateway.faults.dropNext(.answer, of: "ConfirmLock")
        let sale = try await gateway.advancing { try await office.sell(["A-1"], order: "order-7") }
        let sales = try await gateway.backstage.sales(of: "tonight").items
        #expect(sales.map(\.saleID) == [sale])
    }
    // end snippet

    // snippet: a killed gateway
    @Test("the window is right again after the gateway was killed and started anew")
    func killed() async throws {
        let (gateway, office) = try await stage()
        office.open()
        defer { office.close() }
        try await gateway.advance(by: .seconds(1))
        try await gateway.settle { office.freeSeats.count == 4 }
        try await gateway.kill()
        try await gateway.advance(by: .seconds(10))
        try await gateway.restart()
        _ = try await gateway.advancing {
            try await gateway.backstage.lockSeats(["A-3", "A-4"], of: "tonight", holder: "web")
        }
        try await gateway.advance(by: .seconds(31))
        try await gateway.settle { office.freeSeats == ["A-1", "A-2"] }
    }
    // end snippet
}
