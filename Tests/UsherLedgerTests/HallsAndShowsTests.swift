import Testing
import UsherCore

@testable import UsherLedger

@Suite("Halls and the catalogue of shows")
struct HallsAndShowsTests {
    @Test("a hall keeps its revision while its content is the same", arguments: StoreKind.allCases)
    func revisions(kind: StoreKind) async throws {
        let rig = try Rig(kind)
        let first = try await rig.ledger.putHall(Rig.hall(), tenant: "t")
        #expect(first.hall.revision == 1)
        #expect(try await rig.ledger.putHall(Rig.hall(), tenant: "t").hall == first.hall)
        let second = try await rig.ledger.putHall(Rig.hall(name: "Big"), tenant: "t")
        #expect(second.hall.revision == 2)
        #expect(try await rig.ledger.putHall(Rig.hall(), tenant: "t").hall.revision == 3)
        #expect(try await rig.ledger.hall("H", revision: 2, tenant: "t").get().hall == second.hall)
        #expect(try await rig.ledger.hall("H", revision: 0, tenant: "t").get().hall.revision == 3)
        let ledger = rig.ledger
        await #expect(throws: Refusal.hallUnknown) { try await ledger.hall("H", revision: 9, tenant: "t").get() }
        await #expect(throws: Refusal.hallUnknown) { try await ledger.hall("H", revision: 0, tenant: "u").get() }
    }

    @Test("everything of a hall comes back from the store")
    func wholeHall() async throws {
        let rig = try Rig()
        var hall = Rig.hall()
        hall.rows = [Row(index: 0, label: "Ä", offset: 0.5), Row(index: 1, label: "", offset: -2)]
        hall.zones.append(Zone(zoneID: "y", name: "Parkett", color: "#ff0000"))
        hall.areas = [Area(areaID: "a", name: "window", firstRow: 0, rowCount: 1, firstColumn: 2, columnCount: 3)]
        hall.focalPoint = FocalPoint(row: 0.25, column: 7)
        hall.seats[3] = Seat(
            code: "H3-é", row: 0, column: 3, number: "4", zoneID: "y", kind: .couple, partner: "4", x: 1.5, y: -0.25)
        _ = try await rig.ledger.putHall(hall, tenant: "t")
        try await rig.restart()
        hall.revision = 1
        #expect(try await rig.ledger.hall("H", revision: 0, tenant: "t").get().hall == hall)
    }

    @Test("halls are listed by id, page by page", arguments: StoreKind.allCases)
    func hallPages(kind: StoreKind) async throws {
        let rig = try Rig(kind)
        for number in 0..<7 { _ = try await rig.ledger.putHall(Rig.hall("H\(number)", seats: number + 1), tenant: "t") }
        _ = try await rig.ledger.putHall(Rig.hall("H3", seats: 9), tenant: "t")
        var ids: [String] = []
        var token = ""
        repeat {
            let page = try await rig.ledger.halls(tenant: "t", pageSize: 3, pageToken: token).get()
            ids += page.items.map { "\($0.hall.hallID)/\($0.hall.revision)/\($0.seatCount)" }
            #expect(page.items.allSatisfy { $0.hall.seats.isEmpty && $0.hall.rows.isEmpty })
            token = page.nextToken
        } while !token.isEmpty
        #expect(ids == ["H0/1/1", "H1/1/2", "H2/1/3", "H3/2/9", "H4/1/5", "H5/1/6", "H6/1/7"])
        let ledger = rig.ledger
        await #expect(throws: PageToken.fault) {
            try await ledger.halls(tenant: "t", pageSize: 3, pageToken: "00ff").get()
        }
    }

    @Test(
        "a show made again with the same content is returned, with other content refused", arguments: StoreKind.allCases
    )
    func createAgain(kind: StoreKind) async throws {
        let rig = try Rig(kind)
        try await rig.stage()
        let show = Rig.show("S", at: 3, clock: rig.clock)
        let first = try await rig.view().show
        #expect(first.version == 1 && first.hallRevision == 1 && first.epoch.count == 16)
        // Its own changes and a newer hall do not count.
        var renamed = show
        renamed.title = "Other"
        _ = try await rig.execute(.updateShow(renamed, fields: [.title], expectedVersion: 0)).get()
        _ = try await rig.ledger.putHall(Rig.hall(seats: 30), tenant: "t")
        let again = try await rig.ledger.createShow(show, tenant: "t", request: nil).get().show.show
        #expect(again.title == "Other" && again.version == 2 && again.epoch == first.epoch && again.hallRevision == 1)
        let ledger = rig.ledger
        let changed = renamed
        await #expect(throws: Refusal.showExists) {
            try await ledger.createShow(changed, tenant: "t", request: nil).get()
        }
        #expect(try await rig.ledger.createShow(show, tenant: "u", request: nil).isRefused(.hallUnknown))
    }

    @Test("a show with bad fields or an unknown hall is refused")
    func badShow() async throws {
        let rig = try Rig(.memory)
        try await rig.stage()
        var show = Rig.show("X", at: 100, clock: rig.clock)
        show.hallID = "nowhere"
        #expect(try await rig.ledger.createShow(show, tenant: "t", request: nil).isRefused(.hallUnknown))
        show = Rig.show("X", at: 100, clock: rig.clock)
        show.endsAt = show.startsAt
        guard case .failure(.fields(let faults)) = try await rig.ledger.createShow(show, tenant: "t", request: nil)
        else {
            Issue.record("an empty show was made")
            return
        }
        #expect(faults.map(\.field) == ["show.ends_at"])
        #expect(try await rig.execute(.getShow, on: "X").isRefused(.showUnknown))
    }

    @Test("two shows never have a hall at the same time", arguments: StoreKind.allCases)
    func overlaps(kind: StoreKind) async throws {
        let rig = try Rig(kind)
        let clock = rig.clock
        try await rig.stage()  // 3 to 9
        let ledger = rig.ledger
        func create(_ id: String, _ from: Int64, _ lasting: Int64, cancelled: Bool = false) async throws
            -> Verdict<CommandReply>
        {
            var show = Rig.show(id, at: from, lasting: lasting, clock: clock)
            show.cancelled = cancelled
            return try await ledger.createShow(show, tenant: "t", request: nil)
        }
        #expect(try await create("A", 8, 2).isRefused(.hallBusy(showID: "S")))
        #expect(try await create("A", 1, 3).isRefused(.hallBusy(showID: "S")))
        #expect(try await create("A", 4, 1).isRefused(.hallBusy(showID: "S")))
        #expect(try await create("A", 0, 20).isRefused(.hallBusy(showID: "S")))
        #expect(try await create("A", 4, 1, cancelled: true).isAccepted)
        #expect(try await create("B", 9, 2).isAccepted)  // half open
        #expect(try await create("C", 1, 2).isAccepted)
        #expect(try await create("D", 10, 3).isRefused(.hallBusy(showID: "B")))

        // Changed times are judged too, and a cancellation makes room.
        var moved = Rig.show("C", at: 5, lasting: 1, clock: clock)
        #expect(
            try await rig.execute(.updateShow(moved, fields: [.startsAt, .endsAt], expectedVersion: 0), on: "C")
                .isRefused(.hallBusy(showID: "S")))
        #expect(try await rig.view("C").show.version == 1)
        moved.cancelled = true
        #expect(try await rig.execute(.updateShow(moved, fields: [.cancelled], expectedVersion: 0)).isAccepted)
        #expect(
            try await rig.execute(.updateShow(moved, fields: [.startsAt, .endsAt], expectedVersion: 0), on: "C")
                .isAccepted)
        moved.cancelled = false
        #expect(
            try await rig.execute(.updateShow(moved, fields: [.cancelled], expectedVersion: 0))
                .isRefused(.hallBusy(showID: "C")))
    }

    @Test("shows are listed by start, then id, with their seq", arguments: StoreKind.allCases)
    func showPages(kind: StoreKind) async throws {
        let rig = try Rig(kind)
        try await rig.stage()
        _ = try await rig.ledger.putHall(Rig.hall("K"), tenant: "t")
        for number in 1...5 {
            _ = try await rig.ledger.createShow(
                Rig.show("K\(number)", hall: "K", at: Int64(30 - 6 * number), clock: rig.clock), tenant: "t",
                request: nil
            ).get()
        }
        _ = try await rig.lock("1")
        var listed: [String] = []
        var token = ""
        repeat {
            let page = try await rig.ledger.shows(tenant: "t", hallID: "", pageSize: 2, pageToken: token).get()
            listed += page.items.map { "\($0.show.showID)/\($0.seq)" }
            token = page.nextToken
        } while !token.isEmpty
        #expect(listed == ["K5/0", "S/1", "K4/0", "K3/0", "K2/0", "K1/0"])
        let inHall = try await rig.ledger.shows(tenant: "t", hallID: "K", pageSize: 2, pageToken: "").get()
        #expect(inHall.items.map(\.show.showID) == ["K5", "K4"])
        // A token belongs to its listing.
        #expect(
            try await rig.ledger.shows(tenant: "t", hallID: "H", pageSize: 2, pageToken: inHall.nextToken)
                .isRefused(PageToken.fault))
        if kind == .sqlite {
            try await rig.restart()
            let page = try await rig.ledger.shows(tenant: "t", hallID: "H", pageSize: 2, pageToken: "").get()
            #expect(page.items.map(\.seq) == [1])
        }
    }

    @Test("the losses of a new hall are the sold and locked seats of shows that have not ended")
    func losses() async throws {
        let rig = try Rig()
        try await rig.stage()
        let lock = try await rig.lock("20", "1")
        _ = try await rig.confirm(try await rig.lock("21"))
        _ = try await rig.lock("22", ttl: .seconds(30))
        try await rig.restart()
        try await rig.advance(.seconds(40))
        #expect(
            try await rig.ledger.losses(of: Rig.hall(seats: 12), tenant: "t") == [
                HallLoss(showID: "S", seat: "20", state: .locked), HallLoss(showID: "S", seat: "21", state: .sold),
            ])
        #expect(lock.seats.count == 2)
        try await rig.advance(.hours(9))
        #expect(try await rig.ledger.losses(of: Rig.hall(seats: 12), tenant: "t").isEmpty)
    }

    @Test("the losses of a hall that nobody checked are told however absurd its seats are")
    func lossesOfBadHall() async throws {
        let rig = try Rig()
        try await rig.stage()
        _ = try await rig.lock("0", "1")
        var hall = Rig.hall(seats: 2)
        hall.seats[0].row = .max
        hall.seats[0].column = .min
        hall.seats[1].code = hall.seats[0].code
        hall.rowCount = -1
        #expect(
            try await rig.ledger.losses(of: hall, tenant: "t") == [HallLoss(showID: "S", seat: "1", state: .locked)])
    }
}

extension Result where Failure == Refusal {
    func isRefused(_ refusal: Refusal) -> Bool {
        if case .failure(refusal) = self { true } else { false }
    }

    var isAccepted: Bool {
        if case .success = self { true } else { false }
    }
}
