import Testing
import UsherCore
import UsherLedger
import UsherRPC
import UsherWire

@testable import UsherGateway

struct HallServiceTests {
    static func hall(_ count: Int, id: String = "h1") -> Hall {
        let columns = max(1, min(count, 1_000))
        let rows = max(1, (count + columns - 1) / columns)
        return Hall(
            hallID: id, name: "Big", rowCount: rows, columnCount: columns,
            rows: (0..<rows).map { Row(index: $0, label: "R\($0)") },
            seats: (0..<count).map { Seat(code: "Seat-\($0)", row: $0 / columns, column: $0 % columns) })
    }

    @Test("a hall comes back with its seats and its revision")
    func put() async throws {
        let reply: HallReply = try await Stage().unary(
            "usher.v1.HallService/PutHall", PutHallRequest(hall: Self.hall(20)))
        #expect(reply.hall.revision == 1)
        #expect(reply.hall.seats.count == 20)
        #expect(reply.seatCount == 20)
        #expect(reply.seatIndexes == Array(0..<20))
    }

    @Test("a hall too large for a client with a 4 MiB limit comes back with its count alone")
    func large() async throws {
        let stage = Stage()
        let bytes = try await stage.unary(
            "usher.v1.HallService/PutHall", PutHallRequest(hall: Self.hall(150_000)).encoded())
        #expect(bytes.count < 4 << 20)
        let reply = try HallReply(decoding: bytes)
        #expect(reply.hall.seats.isEmpty)
        #expect(reply.hall.rows.isEmpty)
        #expect(reply.seatCount == 150_000)
        let window: HallReply = try await stage.unary(
            "usher.v1.HallService/GetHall", GetHallRequest(hallID: "h1", firstRow: 149, rowCount: 5))
        #expect(window.hall.seats.count == 1_000)
        #expect(window.seatIndexes.first == 149_000)
        #expect(window.seatCount == 150_000)
    }

    @Test("GetHall encodes a large hall once for all who ask for it, and its parts as they are asked for")
    func sharedReply() async throws {
        let stage = Stage()
        _ = try await stage.unary("usher.v1.HallService/PutHall", PutHallRequest(hall: Self.hall(2_000)).encoded())
        let asked = GetHallRequest(hallID: "h1").encoded()
        let replies = [
            try await stage.unary("usher.v1.HallService/GetHall", asked),
            try await stage.unary("usher.v1.HallService/GetHall", asked),
        ]
        #expect(try HallReply(decoding: replies[0]).hall.seats.count == 2_000)
        let places = replies.map { bytes in bytes.withUnsafeBytes { $0.baseAddress } }
        #expect(places[0] == places[1])
        let part: HallReply = try await stage.unary(
            "usher.v1.HallService/GetHall", GetHallRequest(hallID: "h1", firstRow: 1, rowCount: 1))
        #expect(part.seatIndexes == Array(1_000..<2_000))
    }

    @Test("a bad hall is refused whole with every fault, by proto path")
    func faults() async throws {
        var hall = Self.hall(4, id: "bad id")
        hall.seats[1].code = "Seat-0"
        hall.seats[2].column = 0
        hall.seats[3].partner = "Seat-9"
        hall.seats[3].zoneID = "nowhere"
        let stage = Stage()
        let error = try await stage.refusal("usher.v1.HallService/PutHall", PutHallRequest(hall: hall))
        #expect(error?.code == .invalidArgument)
        #expect(
            Set(error?.faults.map(\.field) ?? []) == [
                "hall.hall_id", "hall.seats[1].code", "hall.seats[2]", "hall.seats[3].partner",
                "hall.seats[3].zone_id",
            ])
        #expect(stage.ledger.seen { $0.halls.isEmpty })
        let check: CheckHallResponse = try await stage.unary(
            "usher.v1.HallService/CheckHall", CheckHallRequest(hall: hall))
        #expect(check.faults == error?.faults)
    }

    @Test("CheckHall tells losses and changes nothing")
    func losses() async throws {
        let stage = Stage()
        let losses = [HallLoss(showID: "s1", seat: "A-1", state: .sold)]
        stage.ledger.script { $0.losses = losses }
        let check: CheckHallResponse = try await stage.unary(
            "usher.v1.HallService/CheckHall", CheckHallRequest(hall: Self.hall(4)))
        #expect(check == CheckHallResponse(faults: [], losses: losses))
        #expect(stage.ledger.seen { $0.halls.isEmpty })
    }

    @Test("a missing hall is a fault", arguments: ["PutHall", "GetHall"])
    func missing(method: String) async throws {
        let stage = Stage()
        let error = try await stage.refusal("usher.v1.HallService/\(method)", PutHallRequest())
        #expect(error?.faults.map(\.field) == [method == "PutHall" ? "hall" : "hall_id"])
        let check: CheckHallResponse = try await stage.unary(
            "usher.v1.HallService/CheckHall", CheckHallRequest())
        #expect(check.faults.map(\.field) == ["hall"])
    }

    @Test("bytes that are no message are INTERNAL")
    func malformed() async throws {
        let stage = Stage()
        await #expect {
            _ = try await stage.unary("usher.v1.HallService/PutHall", [0x0a, 0xff, 0x01])
        } throws: {
            ($0 as? RPCError)?.code == .internal
        }
    }

    @Test("an unknown hall is NOT_FOUND")
    func unknown() async throws {
        let error = try await Stage().refusal("usher.v1.HallService/GetHall", GetHallRequest(hallID: "h9"))
        #expect(error?.status?.reason == "HALL_UNKNOWN")
    }

    @Test("page sizes are 1 to 1,000 and 0 is 100", arguments: [(0, 100), (1, 1), (1_000, 1_000)])
    func pages(asked: Int, size: Int) async throws {
        let stage = Stage()
        let reply: ListHallsResponse = try await stage.unary(
            "usher.v1.HallService/ListHalls", ListHallsRequest(pageSize: asked, pageToken: "t"))
        #expect(reply.nextPageToken == "next")
        #expect(stage.ledger.seen { $0.pages.map(\.size) } == [size])
        let error = try await stage.refusal("usher.v1.HallService/ListHalls", ListHallsRequest(pageSize: 1_001))
        #expect(error?.faults.map(\.field) == ["page_size"])
    }

    @Test("PutHall and CheckHall take 32 MiB, all other methods 1 MiB")
    func sizes() {
        for service in Stage().gateway.services {
            for method in service.methods {
                let isHall = ["PutHall", "CheckHall"].contains(method.name)
                #expect(method.maxRequestBytes == (isHall ? 32 << 20 : 1 << 20), "\(service.name)/\(method.name)")
            }
        }
    }
}
