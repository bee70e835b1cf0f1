import Synchronization
import Testing
import Usher
import UsherTesting

@Suite("Focus timers against the real gateway", .timeLimit(.minutes(2)))
struct FocusTimerGatewayTests {
    @Test("two devices of one member show one session, and its end comes on both")
    func twoDevices() async throws {
        let gateway = try await TestGateway()
        let phone = try gateway.client("phone").focusTimer(member: "ada", store: nil)
        let tablet = try gateway.client("tablet").focusTimer(member: "ada", store: nil)
        let ends = Atomic<Int>(0)
        for timer in [phone, tablet] { timer.onEnd { _ in ends.add(1, ordering: .relaxed) } }
        try await gateway.settle()
        let session = try await gateway.advancing { try await phone.start(planned: .minutes(25)) }
        try await gateway.settle()
        #expect(phone.unsent == 0)
        try await gateway.advancing { try await tablet.sync() }
        #expect(tablet.session?.sessionID == session.sessionID)
        try await gateway.advance(by: .minutes(10))
        _ = try await gateway.advancing { try await tablet.pause() }
        try await gateway.advancing { try await tablet.sync() }
        try await gateway.advancing { try await phone.sync() }
        #expect(phone.state == .paused)
        #expect(phone.currentReminders.count == 1)
        try await gateway.advance(by: .hours(1))
        _ = try await gateway.advancing { try await phone.resume() }
        try await gateway.advance(by: .minutes(12))
        #expect(tablet.state == .focusing)
        try await gateway.advance(by: .seconds(181))
        try await gateway.settle { ends.load(ordering: .relaxed) == 2 }
        #expect(phone.state == .completed && tablet.state == .completed)
        #expect(phone.currentReminders.isEmpty && tablet.currentReminders.isEmpty)
        let stands = try await gateway.backstage.getFocus(session.sessionID)
        #expect(stands.state == .completed && stands.elapsed == .minutes(25))
    }

    @Test("a device whose wall clock is wrong tells the gateway when it really began")
    func wrongClock() async throws {
        let gateway = try await TestGateway()
        let began = gateway.clock.wallTime
        gateway.clock.stepWallClock(by: .hours(2))
        let client = gateway.client("phone")
        gateway.faults.blackHole(client: "phone")
        let timer = try client.focusTimer(member: "ada", store: nil)
        let session = try await gateway.advancing { try await timer.start(planned: .minutes(25)) }
        try await gateway.advance(by: .minutes(5))
        gateway.faults.heal(client: "phone")
        client.networkChanged()
        try await gateway.advancing { try await timer.sync() }
        let stands = try await gateway.backstage.getFocus(session.sessionID)
        #expect((stands.startedAt - began).nanoseconds.magnitude < 1_000_000_000)
        #expect(timer.unsent == 0)
    }

    @Test("a day without a network: everything works, and comes to the gateway in one call afterwards")
    func offline() async throws {
        let gateway = try await TestGateway()
        let client = gateway.client("phone")
        let timer = try client.focusTimer(member: "ada", store: nil)
        try await gateway.settle()
        gateway.faults.blackHole(client: "phone")
        let from = gateway.clock.wallTime
        for _ in 0..<10 {
            _ = try await gateway.advancing { try await timer.start(planned: .minutes(25)) }
            try await gateway.advance(by: .minutes(20))
            _ = try await gateway.advancing { try await timer.pause() }
            try await gateway.advance(by: .minutes(10))
            _ = try await gateway.advancing { try await timer.resume() }
            try await gateway.advance(by: .minutes(30))
        }
        #expect(timer.unsent == 30)
        let to = from + .hours(24)
        let mine = try timer.statistics(timeZone: "Europe/Berlin", from: from, to: to)
        #expect(mine.total == .minutes(250))
        gateway.faults.heal(client: "phone")
        client.networkChanged()
        try await gateway.advancing { try await timer.sync() }
        #expect(timer.unsent == 0)
        let theirs = try await gateway.backstage.focusStatistics(
            of: "ada", timeZone: "Europe/Berlin", from: from, to: to)
        #expect(theirs == mine)
        #expect(try timer.statistics(timeZone: "Europe/Berlin", from: from, to: to) == mine)
    }
}
