import Testing
import UsherCore
import UsherLedger
import UsherRPC
import UsherWire

@testable import UsherGateway

struct ShowServiceTests {
    static let path = "usher.v1.ShowService/"

    private func stage() -> Stage {
        let stage = Stage()
        stage.ledger.script { state in
            state.halls["h1"] = Stage.hall
            state.reply = { _, _ in
                .success(
                    CommandReply(
                        subject: .show(ShowView(show: Stage.show, seq: 10)), showID: "s1", hall: Stage.hall,
                        serverTime: Timestamp(nanoseconds: 5)))
            }
        }
        return stage
    }

    @Test("CreateShow ignores what the server sets, and stamps the content")
    func create() async throws {
        let stage = stage()
        var show = Stage.show
        let reply: ShowView = try await stage.unary(
            Self.path + "CreateShow", CreateShowRequest(show: ShowInput(show), requestID: "r1"))
        #expect(reply.show == Stage.show)
        show.version = 0
        show.epoch = ""
        let created = stage.ledger.seen { $0.created }
        #expect(created.map(\.show) == [show])
        #expect(created[0].request == RequestStamp(scope: .createShow, id: "r1", digest: show.contentDigest))
    }

    @Test("all faults of a show are told at once, those of its zones included")
    func faults() async throws {
        var show = Stage.show
        show.showID = "s/1"
        show.prices = [ZonePrice(zoneID: "nowhere", currencyCode: "euro", amountMinor: -1)]
        show.policy.lockTTL = .seconds(-1)
        let input = ShowInput(show, hasStartsAt: false, hasEndsAt: false)
        let error = try await stage().refusal(
            Self.path + "CreateShow", CreateShowRequest(show: input, requestID: String(repeating: "r", count: 65)))
        let fields = Set(error?.faults.map(\.field) ?? [])
        #expect(
            fields.isSuperset(of: [
                "request_id", "show.show_id", "show.starts_at", "show.ends_at", "show.prices[0].zone_id",
                "show.prices[0].currency_code", "show.prices[0].amount_minor", "show.policy.lock_ttl",
            ]), "\(fields)")
    }

    @Test("whether the hall is there and has the prices' zones is the ledger's to judge: it alone knows a repeat")
    func hallJudged() async throws {
        let stage = stage()
        var show = Stage.show
        show.prices = [ZonePrice(zoneID: "of-an-older-revision", currencyCode: "EUR", amountMinor: 1)]
        _ = try await stage.unary(Self.path + "CreateShow", CreateShowRequest(show: ShowInput(show)).encoded())
        #expect(stage.ledger.seen { $0.created }.map(\.show.prices) == [show.prices])
        stage.ledger.script { $0.reply = { _, _ in .failure(.hallUnknown) } }
        show.hallID = "h9"
        let error = try await stage.refusal(Self.path + "CreateShow", CreateShowRequest(show: ShowInput(show)))
        #expect(error?.status?.reason == "HALL_UNKNOWN" && error?.message.contains("h9") == true)
    }

    @Test("an update's faulty fields are told at once and before the show is looked for; others are not judged")
    func updateFaults() async throws {
        let stage = stage()
        var show = Stage.show
        show.title = String(repeating: "x", count: 300)
        show.policy.lockTTL = TimeSpan(nanoseconds: 500_000_000)
        show.startsAt = Timestamp(nanoseconds: 100_000_000_000)
        show.endsAt = show.startsAt
        func fields(_ mask: [String]) async throws -> Set<String> {
            let request = UpdateShowRequest(show: ShowInput(show), updateMask: mask, expectedVersion: 3)
            return Set(try await stage.refusal(Self.path + "UpdateShow", request)?.faults.map(\.field) ?? [])
        }
        #expect(try await fields(["title", "policy.lock_ttl"]) == ["show.title", "show.policy.lock_ttl"])
        #expect(try await fields(["policy", "nothing"]) == ["show.policy.lock_ttl", "update_mask.paths[1]"])
        #expect(try await fields(["starts_at", "ends_at"]) == ["show.ends_at"])
        #expect(stage.ledger.seen { $0.commands.isEmpty })
        #expect(try await fields(["time_zone", "ends_at"]) == [], "against the start that the show has")
    }

    @Test(
        "a time zone that nobody knows is refused where it is said, and only there",
        arguments: ["Mars/X", "Europe/Berlin/", "../etc/passwd", "europe", "CEST+2", String(repeating: "X", count: 65)])
    func timeZone(name: String) async throws {
        let stage = stage()
        var show = Stage.show
        show.timeZone = name
        func told(_ path: String, _ request: some WireMessage) async throws -> [String] {
            try await stage.refusal(Self.path + path, request)?.faults.map(\.field) ?? []
        }
        let field = ["show.time_zone"]
        #expect(try await told("CreateShow", CreateShowRequest(show: ShowInput(show))) == field)
        let input = ShowInput(show)
        #expect(try await told("UpdateShow", UpdateShowRequest(show: input, updateMask: ["time_zone"])) == field)
        #expect(stage.ledger.seen { $0.created.isEmpty && $0.commands.isEmpty })
        #expect(try await told("UpdateShow", UpdateShowRequest(show: input, updateMask: ["title"])) == [])
        for known in ["", "UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires"] {
            show.timeZone = known
            let known = ShowInput(show)
            #expect(try await told("CreateShow", CreateShowRequest(show: known)) == [])
            #expect(try await told("UpdateShow", UpdateShowRequest(show: known, updateMask: ["time_zone"])) == [])
        }
    }

    @Test("where the system has no database of time zones, a name need only look like one")
    func noZones() async {
        let zones = ZoneFiles(directory: "/nowhere/zoneinfo")
        #expect(await zones.accepts("Europe/Berlin"))
        #expect(await zones.accepts("Mars/X"))
        #expect(await !zones.accepts("../etc/passwd"))
    }

    @Test("of two spans that are judged side by side the door judges only those that are both named")
    func spansApart() async throws {
        let stage = stage()
        var show = Stage.show
        show.policy.lockTTL = .hours(2)
        func told(_ mask: String...) async throws -> [String] {
            let request = UpdateShowRequest(show: ShowInput(show), updateMask: mask)
            return try await stage.refusal(Self.path + "UpdateShow", request)?.faults.map(\.field) ?? []
        }
        #expect(try await told("policy.lock_ttl") == [], "the show may have a longer max_lock_time")
        #expect(try await told("policy.max_lock_time") == [])
        #expect(try await told("policy.lock_ttl", "policy.max_lock_time") == ["show.policy.lock_ttl"])
        #expect(try await told("policy") == ["show.policy.lock_ttl"])
        #expect(try await told("title") == [])
    }

    @Test("UpdateShow takes the mask's fields")
    func update() async throws {
        let stage = stage()
        let request = UpdateShowRequest(
            show: ShowInput(Stage.show), updateMask: ["title", "policy.lock_ttl", "sales_open"], expectedVersion: 3)
        _ = try await stage.unary(Self.path + "UpdateShow", request.encoded())
        #expect(
            stage.ledger.seen { $0.commands.map(\.command) } == [
                .updateShow(Stage.show, fields: [.title, .lockTTL, .salesOpen], expectedVersion: 3)
            ])
    }

    @Test("unknown and unchangeable paths are faults, as are an empty mask and a time that is not there")
    func mask() async throws {
        let stage = stage()
        let request = UpdateShowRequest(
            show: ShowInput(Stage.show, hasStartsAt: false), updateMask: ["title", "hall_id", "starts_at", "nonsense"])
        let error = try await stage.refusal(Self.path + "UpdateShow", request)
        #expect(
            error?.faults.map(\.field) == ["update_mask.paths[1]", "show.starts_at", "update_mask.paths[3]"])
        let empty = try await stage.refusal(Self.path + "UpdateShow", UpdateShowRequest(show: ShowInput(Stage.show)))
        #expect(empty?.faults.map(\.field) == ["update_mask"])
        let missing = try await stage.refusal(Self.path + "UpdateShow", UpdateShowRequest(updateMask: ["title"]))
        #expect(missing?.faults.map(\.field) == ["show"])
    }

    @Test("BlockSeats and UnblockSeats answer with the seq")
    func block() async throws {
        let stage = stage()
        stage.ledger.script { state in
            state.reply = { _, _ in
                .success(
                    CommandReply(
                        subject: .seq(17), showID: "s1", hall: Stage.hall, serverTime: Timestamp(nanoseconds: 5)))
            }
        }
        let blocked: BlockSeatsResponse = try await stage.unary(
            Self.path + "BlockSeats", BlockSeatsRequest(showID: "s1", seats: ["A-1"], reason: "house"))
        #expect(blocked.seq == 17)
        let unblocked: UnblockSeatsResponse = try await stage.unary(
            Self.path + "UnblockSeats", UnblockSeatsRequest(showID: "s1", seats: ["A-1"]))
        #expect(unblocked.seq == 17)
        #expect(
            stage.ledger.seen { $0.commands.map(\.command) } == [
                .blockSeats(["A-1"], reason: "house"), .unblockSeats(["A-1"], reason: ""),
            ])
        let error = try await stage.refusal(
            Self.path + "BlockSeats",
            BlockSeatsRequest(showID: "", seats: ["A-1", "A-1"], reason: String(repeating: "x", count: 257)))
        #expect(error?.faults.map(\.field) == ["show_id", "seats[1]", "reason"])
    }

    @Test("listings take a hall or none")
    func list() async throws {
        let stage = stage()
        let reply: ListShowsResponse = try await stage.unary(Self.path + "ListShows", ListShowsRequest())
        #expect(reply.shows.isEmpty)
        let error = try await stage.refusal(
            Self.path + "ListShows", ListShowsRequest(hallID: "h 1", pageToken: String(repeating: "t", count: 513)))
        #expect(error?.faults.map(\.field) == ["hall_id", "page_token"])
    }
}
