import Testing
import UsherCore
import UsherWire

@Suite("Every message comes back as it was sent")
struct RoundTripTests {
    private func check<Value: WireMessage>(_ value: Value) throws {
        #expect(try Value(decoding: value.encoded()) == value)
    }

    @Test("halls and their requests")
    func halls() throws {
        try check(PutHallRequest(hall: Fixtures.hall))
        try check(PutHallRequest())
        try check(CheckHallRequest(hall: Fixtures.hall))
        try check(
            CheckHallResponse(
                faults: [FieldFault("hall.seats[7].partner", "A-1 has no partner")],
                losses: [HallLoss(showID: "S1", seat: "A-1", state: .sold)]))
        try check(GetHallRequest(hallID: "H3", revision: 7, firstRow: 3, rowCount: 9))
        try check(ListHallsRequest(pageSize: 10, pageToken: "t"))
        try check(ListHallsResponse(halls: [HallReply(summary: Fixtures.hall)], nextPageToken: "n"))
    }

    @Test("shows and their requests")
    func shows() throws {
        try check(CreateShowRequest(show: ShowInput(Fixtures.show.show), requestID: "r"))
        try check(GetShowRequest(showID: "S1"))
        try check(ListShowsRequest(hallID: "H3", pageSize: 2, pageToken: "t"))
        try check(ListShowsResponse(shows: [Fixtures.show], nextPageToken: "n"))
        try check(
            UpdateShowRequest(
                show: ShowInput(Fixtures.show.show, hasStartsAt: true, hasEndsAt: true),
                updateMask: ["title", "policy.lock_ttl"], expectedVersion: 4))
        try check(BlockSeatsRequest(showID: "S1", seats: ["A-1", "A-2"], reason: "house"))
        try check(BlockSeatsResponse(seq: 5))
        try check(UnblockSeatsRequest(showID: "S1", seats: ["A-1"], reason: ""))
        try check(UnblockSeatsResponse(seq: 6))
    }

    @Test("streams and suggestions")
    func seats() throws {
        try check(GetSeatsRequest(showID: "S1", epoch: "e", afterSeq: 9))
        try check(
            WatchSeatsRequest(showID: "S1", epoch: "e", afterSeq: 9, heartbeat: .seconds(10), showVersion: 2))
        try check(SeatEvent.show(Fixtures.show.show))
        try check(SeatEvent.unknown)
        try check(
            SuggestSeatsRequest(
                showID: "S1",
                SeatQuery(count: 2, zoneIDs: ["z"], kind: .wheelchair, maxAmountMinor: 2_000, limit: 3, seed: 42)))
        let terms = [
            SeatSuggestion.ScoreTerm(name: "center", value: -0.5), SeatSuggestion.ScoreTerm(name: "orphans", value: 0),
        ]
        try check(
            SuggestSeatsResponse(suggestions: [
                SeatSuggestion(seats: ["A-1", "A-2"], together: true, pieces: 1, score: 0.75, terms: terms)
            ]))
    }

    @Test("locks and sales")
    func locks() throws {
        try check(
            LockSeatsRequest(showID: "S1", holder: "alice", seats: ["A-1"], ttl: .minutes(5), requestID: "r"))
        try check(
            LockBestSeatsRequest(
                showID: "S1",
                SeatQuery(count: 2, zoneIDs: ["z"], kind: .standard, maxAmountMinor: 1, limit: 2, seed: 3),
                holder: "bob", ttl: nil, requestID: "r"))
        try check(ChangeLockRequest(token: "t", add: ["A-1"], remove: ["A-2"], requestID: "r"))
        try check(RenewLockRequest(token: "t", ttl: .seconds(1), requestID: "r"))
        try check(BeginPaymentRequest(token: "t"))
        try check(EndPaymentRequest(token: "t"))
        try check(ConfirmLockRequest(token: "t", orderRef: "o", requestID: "r"))
        try check(ReleaseLockRequest(token: "t"))
        try check(ReleaseLockResponse())
        try check(GetLockRequest(token: "t"))
        try check(RefundSaleRequest(saleID: "s", seats: ["A-1"], all: true, requestID: "r"))
        try check(GetSaleRequest(saleID: "s"))
        try check(ListSalesRequest(showID: "S1", pageSize: 1_000, pageToken: "t"))
        try check(ListSalesResponse(sales: [Fixtures.sale], nextPageToken: "n"))
    }

    @Test("health and reflection")
    func health() throws {
        try check(HealthCheckRequest(service: "usher.v1.HallService"))
        try check(HealthCheckResponse(status: .serviceUnknown))
        try check(
            HealthListResponse(entries: [
                .init(service: "", status: .serving), .init(service: "usher.v1.HallService", status: .notServing),
            ]))
        let queries: [ReflectionRequest.Query] = [
            .fileByFilename("a.proto"), .fileContainingSymbol("usher.v1.Hall"),
            .fileContainingExtension(type: "a.B", number: 7), .allExtensionNumbersOfType("a.B"), .listServices("*"),
            .none,
        ]
        for query in queries { try check(ReflectionRequest(host: "h", query: query)) }
        let answers: [ReflectionResponse.Answer] = [
            .files([[1, 2, 3], []]), .extensionNumbers(type: "a.B", [1, -2]), .services(["a.S", "b.S"]),
            .error(code: 5, message: "no such file"), .none,
        ]
        for answer in answers {
            let request = ReflectionRequest(host: "h", query: .listServices(""))
            try check(ReflectionResponse(validHost: "h", originalRequest: request, answer: answer))
        }
    }

    @Test("absent and zero differ where the contract says so")
    func presence() throws {
        // A show with nothing but its id: sales are open, pairs are kept together, every limit is the default.
        let show = try ShowInput(decoding: bytes(hex: "0a025331"))
        #expect(show.show.salesOpen)
        #expect(show.show.policy == Policy())
        #expect(!show.hasStartsAt && !show.hasEndsAt)
        // `sales_open: false`, and a policy with `keep_pairs_together: false`.
        let closed = try ShowInput(decoding: bytes(hex: "0a0253314a0240005000"))
        #expect(!closed.show.salesOpen)
        #expect(!closed.show.policy.keepPairsTogether)
    }

    @Test("the largest hall that may be comes back whole, within its share of memory")
    func largestHall() throws {
        var hall = Hall(hallID: "arena", rowCount: 400, columnCount: 500)
        hall.seats.reserveCapacity(200_000)
        for row in 0..<400 {
            for column in 0..<500 {
                hall.seats.append(
                    Seat(code: "\(row)-\(column)", row: row, column: column, number: "\(column + 1)", zoneID: "z"))
            }
        }
        let bytes = PutHallRequest(hall: hall).encoded()
        let back = try #require(PutHallRequest(decoding: bytes).hall)
        // Not by one comparison: a failure would print both.
        #expect(back.seats.count == 200_000)
        #expect(back.seats.elementsEqual(hall.seats))
    }

    @Test("part of a hall keeps the seats' indexes of the whole")
    func partOfAHall() throws {
        var hall = Fixtures.hall
        hall.seats.append(Seat(code: "B-1", row: 1, column: 0))
        hall.seats.append(Seat(code: "A-4", row: 0, column: 3))
        hall.rows.append(Row(index: 1, label: "B"))
        let part = try HallReply(decoding: HallReply(hall, firstRow: 1, rowCount: 1).encoded())
        #expect(part.hall.seats.map(\.code) == ["B-1"])
        #expect(part.seatIndexes == [3])
        #expect(part.seatCount == 5)
        #expect(part.hall.rows.map(\.label) == ["B"])
        let rest = HallReply(hall, firstRow: 0, rowCount: .max)
        #expect(rest.hall == hall)
    }
}
