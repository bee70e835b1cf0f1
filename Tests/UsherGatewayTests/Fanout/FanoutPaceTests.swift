import Testing
import UsherCore
import UsherRPC

@testable import UsherGateway

struct FanoutPaceTests {
    @Test("a write is followed by a rest of its own length, and by no longer one than the limit")
    func rest() {
        var pace = FanoutPace()
        #expect(pace.wait(at: 0) == nil)
        pace.wrote(from: 1_000, to: 4_000)
        #expect(pace.wait(at: 4_000) == 3_000)
        #expect(pace.wait(at: 6_999) == 1)
        #expect(pace.wait(at: 7_000) == nil)
        pace.wrote(from: 10_000, to: 10_000 + 5 * Limits.maxFanoutRestNanoseconds)
        #expect(pace.wait(at: 10_000 + 5 * Limits.maxFanoutRestNanoseconds) == Limits.maxFanoutRestNanoseconds)
        // A clock that stands still is no reason to wait.
        pace.wrote(from: 9_000, to: 9_000)
        #expect(pace.wait(at: 9_000) == nil)
    }

    /// A channel that takes a millisecond to write to, in which one more change may come.
    private static func slowWatcher(_ stage: Stage, meanwhile: @escaping @Sendable () -> Void = {}) async throws
        -> ManualChannel
    {
        let channel = try await stage.watch()
        channel.whileSending {
            stage.loop.pass(nanoseconds: 1_000_000)
            meanwhile()
        }
        channel.forget()
        return channel
    }

    @Test("a change that comes alone leaves at once, however long the last one took to write")
    func alone() async throws {
        let stage = Stage()
        let channel = try await Self.slowWatcher(stage)
        for seq in 11...13 {
            stage.commit(UInt64(seq))
            stage.loop.run()
            #expect(try channel.events.count == seq - 10)
        }
    }

    @Test("what comes while a write of several rests shares the next one")
    func shared() async throws {
        let stage = Stage()
        let channel = try await Self.slowWatcher(stage)
        stage.commit(11)
        stage.commit(12)
        stage.loop.run()
        // Two messages took two milliseconds: so long nothing is written.
        #expect(try channel.events.count == 2)
        for seq: UInt64 in 13...20 {
            stage.commit(seq)
            stage.loop.run()
        }
        #expect(try channel.events.count == 2)
        stage.loop.advance(seconds: 0.001_9)
        #expect(try channel.events.count == 2)
        stage.loop.advance(seconds: 0.000_2)
        #expect(try channel.events.count == 10)
        // Eight messages, and all was told: the next change waits for the rest of eight milliseconds, and no longer.
        stage.commit(21)
        stage.loop.run()
        #expect(try channel.events.count == 10)
        stage.loop.advance(seconds: 0.008)
        #expect(try channel.events.count == 11)
    }

    @Test("a change that comes during the write of another one waits for its rest")
    func meanwhile() async throws {
        let stage = Stage()
        let isFirst = Once()
        let channel = try await Self.slowWatcher(stage) { if isFirst.take() { stage.commit(12) } }
        stage.commit(11)
        stage.loop.run()
        #expect(try channel.events.count == 1)
        stage.loop.advance(seconds: 0.001)
        #expect(try channel.events.count == 2)
    }
}
