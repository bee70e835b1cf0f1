import Testing
import UsherCore
import UsherRPC

@testable import UsherGateway

struct HeartbeatTests {
    @Test("after 25 s of silence a heartbeat carries the reader's own position")
    func silence() async throws {
        let stage = Stage()
        let channel = try await stage.watch()
        stage.commit(11)
        stage.loop.run()
        channel.forget()
        stage.loop.advance(seconds: 24.9)
        #expect(channel.messages.isEmpty)
        stage.loop.advance(seconds: 0.5)
        #expect(try channel.events == [.heartbeat(seq: 11, serverTime: stage.ledger.now, showVersion: 3)])
        stage.loop.advance(seconds: 25.3)
        #expect(channel.messages.count == 2)
    }

    @Test("an event puts the heartbeat off")
    func postponed() async throws {
        let stage = Stage()
        let channel = try await stage.watch()
        channel.forget()
        stage.loop.advance(seconds: 20)
        stage.commit(11)
        stage.loop.advance(seconds: 20)
        #expect(channel.messages.count == 1)
    }

    @Test(
        "the span asked for is clamped to 5–60 s",
        arguments: [(nil, 25), (0, 5), (-5, 5), (5, 5), (30, 30), (60, 60), (3_600, 60)] as [(Int64?, Int64)])
    func clamped(asked: Int64?, span: Int64) {
        #expect(HeartbeatSpan.resolved(asked.map(TimeSpan.seconds)) == .seconds(span))
    }

    @Test("a stalled reader is sent no heartbeat; once it reads, it is behind nothing and gets one")
    func stalled() async throws {
        let stage = Stage()
        let channel = try await stage.watch(heartbeat: .seconds(5))
        channel.forget()
        channel.stopReading()
        stage.commit(11)
        stage.loop.advance(seconds: 300)
        #expect(channel.held == 1)
        channel.readAgain()
        stage.loop.advance(seconds: 0.3)
        #expect(try channel.events.last == .heartbeat(seq: 11, serverTime: stage.ledger.now, showVersion: 3))
        #expect(channel.messages.count == 2)
    }

    @Test("silent readers at one position share a heartbeat")
    func shared() async throws {
        let stage = Stage()
        let first = try await stage.watch(heartbeat: .seconds(5))
        let second = try await stage.watch(heartbeat: .seconds(5))
        stage.loop.advance(seconds: 5.3)
        #expect(first.messages.count == 2)
        #expect(first.messages.last === second.messages.last)
    }
}
