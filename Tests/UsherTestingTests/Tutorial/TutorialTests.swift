import Testing
import Usher
import UsherTesting

@Suite("The tutorial's code does what the tutorial says", .timeLimit(.minutes(2)))
struct TutorialTests {
    private static let a1 = MapPoint(x: 0, y: 0)

    // snippet: a test of an app
    @Test("a seat that somebody else took leaves the selection, and the app is told which")
    func taken() async throws {
        let gateway = try await TestGateway()
        try await gateway.put(Evening.hall)
        try await gateway.createShow("tonight", hall: "H1")
        try await gateway.run {
            let map = gateway.client().seatMap("tonight")
            try await gateway.advancing { try await map.ready() }
            let selection = map.selection(holder: "customer-1")
            selection.select("A-1")
            _ = try await gateway.backstage.lockSeats(["A-1"], of: "tonight", holder: "somebody")
            try await gateway.settle()
            #expect(selection.lost.map(\.code) == ["A-1"])
        }
    }
    // end snippet

    @Test("a map that was cut off is right again when the network is back")
    func tunnel() async throws {
        let gateway = try await Evening.begin()
        try await gateway.run {
            let client = gateway.client()
            let map = client.seatMap("tonight")
            try await gateway.advancing { try await map.ready() }
            // snippet: break the network
            gateway.faults.blackHole()
            _ = try await gateway.backstage.lockSeats(["A-2"], of: "tonight", holder: "somebody")
            try await gateway.advance(by: .minutes(1))
            #expect(map.isStale)
            gateway.faults.heal()
            client.networkChanged()
            try await gateway.advance { map.states[1] == SeatState.locked.rawValue }
            // end snippet
        }
    }

    @Test("choose, lock, pay and confirm")
    func buys() async throws {
        let gateway = try await Evening.begin()
        try await gateway.run {
            let screen = TutorialScreen()
            let map = gateway.client().seatMap("tonight")
            try await gateway.advancing { try await map.ready() }
            Tutorial.draw(map, on: screen)
            #expect(screen.seats.count == 12 && screen.points[0] == Self.a1)
            let selection = Tutorial.choose(on: map, at: Self.a1, screen)
            try await gateway.advancing { try await Tutorial.lock(selection, screen) }
            try await gateway.advancing { try await Tutorial.buy(selection, screen) }
            #expect(screen.messages.last == #"sold: ["A-1"]"#)
            Tutorial.diagnostics(map, screen)
            #expect(screen.messages.contains { $0.hasPrefix("live at ") })
        }
    }

    @Test("four of the best, and what is said when there are no four")
    func best() async throws {
        let gateway = try await Evening.begin()
        try await gateway.run {
            let screen = TutorialScreen()
            let map = gateway.client().seatMap("tonight")
            try await gateway.advancing { try await map.ready() }
            let first = map.selection(holder: "customer-1")
            try await gateway.advancing { try await Tutorial.lockBest(first, screen) }
            #expect(screen.messages.last?.hasPrefix("yours: [") ?? false)
            #expect(first.selected.count == 4 && first.phase == .held)
            try await gateway.advance {
                first.selected.allSatisfy { map.states[Int($0.index!)] == SeatState.locked.rawValue }
            }
            #expect(first.lost.isEmpty)
            _ = try await gateway.backstage.lockBestSeats(of: "tonight", SeatQuery(count: 5), holder: "somebody")
            try await gateway.advancing { try await Tutorial.lockBest(map.selection(holder: "customer-2"), screen) }
            #expect(screen.messages.last == "no four such seats are left")
        }
    }

    @Test("a seat that was lost between the choice and the lock is named")
    func late() async throws {
        let gateway = try await Evening.begin()
        try await gateway.run {
            let screen = TutorialScreen()
            let map = gateway.client().seatMap("tonight")
            try await gateway.advancing { try await map.ready() }
            let selection = Tutorial.choose(on: map, at: Self.a1, screen)
            // The map hears of it too late.
            gateway.faults.delayNext(.answer, of: "WatchSeats", by: .minutes(1))
            _ = try await gateway.backstage.lockSeats(["A-1"], of: "tonight", holder: "somebody")
            try await gateway.advancing { try await Tutorial.lock(selection, screen) }
            #expect(screen.messages.last == #"gone: ["A-1"]"#)
        }
    }

    @Test("what changes is drawn, and only that")
    func follows() async throws {
        let gateway = try await Evening.begin()
        try await gateway.run {
            let screen = TutorialScreen()
            let map = gateway.client().seatMap("tonight")
            let following = Task(executorPreference: gateway.executor) { try await Tutorial.follow(map, on: screen) }
            try await gateway.advance { screen.seats.count == 12 }
            _ = try await gateway.backstage.lockSeats(["B-6"], of: "tonight", holder: "somebody")
            try await gateway.advance { screen.seats[11] == SeatState.locked.rawValue }
            #expect(screen.connection == .live)
            map.close()
            try await gateway.settle()
            try await following.value
        }
    }

    @Test("a seat in a room, 25 minutes of focus that end by themselves, and the day that they count for")
    func studies() async throws {
        let library = try await Library.open()
        let gateway = library.gateway
        let folder = try Folder()
        try await gateway.run {
            let screen = TutorialScreen()
            let (_, ben) = try await library.seat("ben", on: "S-3")
            let client = gateway.client("ada")
            let room = try await gateway.advancing { try await Tutorial.sit(client, screen) }
            #expect(screen.messages.last == "SEAT_OCCUPIED: you keep S-2")
            let store = FocusStore(directory: folder.path)
            let timer = try await gateway.advancing { try await Tutorial.focus(client, store, screen) }
            try await gateway.advance(atMost: .seconds(5)) { ben.member("ada")?.status == .focusing }
            #expect(ben.member(onSeat: "S-2")?.memberID == "ada" && timer.currentReminders.count == 2)
            try await gateway.advance(by: .minutes(26))
            #expect(timer.currentReminders.isEmpty && room.me?.status == .idle)
            try Tutorial.statistics(timer, gateway.clock.wallTime, screen)
            #expect(screen.messages.suffix(2) == ["2027-01-15: 25 min", "1 days in a row"])
            timer.close()
        }
    }

    @Test("the evening of the test catalogue is simulated")
    func simulates() async throws {
        try await Tutorial.simulate()
    }
}
