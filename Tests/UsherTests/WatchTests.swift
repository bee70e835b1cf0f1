import Testing
import UsherCore
import UsherRPC
import UsherWire

@testable import Usher

@Suite("A watched map", .timeLimit(.minutes(1)))
struct WatchTests {
    private typealias Event = ScriptedTransport.Event

    private static let away = RPCError(.unavailable, "away")

    private func event(_ event: SeatEvent) -> Event { .message(event.encoded()) }

    private func snapshot(seq: UInt64, epoch: String = "e", revision: UInt64 = 1, _ states: [UInt8]) -> Event {
        event(
            .snapshot(
                SeatSnapshot(
                    showID: "s", epoch: epoch, seq: seq, hallID: "h", hallRevision: revision, states: states,
                    serverTime: Timestamp(nanoseconds: 1))))
    }

    private func delta(_ first: UInt64, _ last: UInt64, _ changes: SeatChange...) -> Event {
        event(.delta(SeatDelta(firstSeq: first, lastSeq: last, changes: changes)))
    }

    private func heartbeat(_ seq: UInt64) -> Event {
        event(.heartbeat(seq: seq, serverTime: Timestamp(nanoseconds: 1), showVersion: 1))
    }

    /// What a watch tells before it has told `count` updates.
    private func updates(_ count: Int, _ transport: ScriptedTransport) async throws -> [WatchUpdate] {
        let client = UsherClient(transport: transport, runtime: transport.clock.runtime)
        var told: [WatchUpdate] = []
        for try await update in client.watch("s") {
            told.append(update)
            if told.count == count { break }
        }
        return told
    }

    private func positions(_ transport: ScriptedTransport) throws -> [Position] {
        try transport.calls.map { call in
            let request = try WatchSeatsRequest(decoding: call.message)
            return Position(epoch: request.epoch, seq: request.afterSeq)
        }
    }

    private static func map(_ states: [UInt8], _ seq: UInt64, epoch: String = "e", revision: UInt64 = 1) -> WatchUpdate
    {
        .map(states: states, position: Position(epoch: epoch, seq: seq), hallID: "h", hallRevision: revision)
    }

    @Test("the map comes first, then what changes")
    func live() async throws {
        let transport = ScriptedTransport(streams: [
            [snapshot(seq: 4, [1, 1, 2]), delta(5, 6, SeatChange(0, .sold)), heartbeat(6)]
        ])
        let told = try await updates(4, transport)
        #expect(
            told == [
                .connection(.connecting(attempt: 1)), .connection(.live), Self.map([1, 1, 2], 4),
                .changes([SeatChange(0, .sold)], position: Position(epoch: "e", seq: 6)),
            ])
    }

    @Test("a lost stream is resumed from its position, and nothing is told twice")
    func resume() async throws {
        let transport = ScriptedTransport(streams: [
            [snapshot(seq: 4, [1, 1]), delta(5, 5, SeatChange(0, .locked)), .fail(Self.away)],
            [.fail(Self.away)],
            [delta(6, 8, SeatChange(0, .locked), SeatChange(1, .sold)), .silence],
        ])
        let told = try await updates(10, transport)
        #expect(
            told.suffix(5).compactMap { if case .changes(let changes, _) = $0 { changes } else { nil } }
                == [[SeatChange(1, .sold)]])
        #expect(told.contains(.connection(.connecting(attempt: 2))))
        #expect(told.last == .changes([SeatChange(1, .sold)], position: Position(epoch: "e", seq: 8)))
        #expect(
            try positions(transport) == [Position(), Position(epoch: "e", seq: 5), Position(epoch: "e", seq: 5)])
        #expect(transport.mostLive.withLock { $0 } == 1)
    }

    @Test("pauses between attempts stay under 1, 2, 4 … 30 s")
    func backoff() async throws {
        let transport = ScriptedTransport(streams: [[.fail(Self.away)]])
        let told = try await updates(24, transport)
        let pauses = told.compactMap { update -> Int64? in
            guard case .connection(.waiting(let span, _)) = update else { return nil }
            return span.nanoseconds
        }
        let ceilings: [Int64] = [1, 2, 4, 8, 16, 30, 30, 30, 30, 30, 30, 30]
        #expect(pauses.count == 12)
        for (pause, ceiling) in zip(pauses, ceilings) { #expect((0...ceiling * 1_000_000_000).contains(pause)) }
        #expect(Set(pauses).count > 6)
    }

    @Test("a snapshot in mid-stream is told as what differs, another revision as a whole")
    func snapshots() async throws {
        let transport = ScriptedTransport(streams: [
            [
                snapshot(seq: 4, [1, 1, 1]), snapshot(seq: 2, epoch: "f", [1, 3, 1]),
                snapshot(seq: 3, epoch: "f", revision: 2, [1, 1, 1, 1]),
            ]
        ])
        let told = try await updates(5, transport)
        #expect(
            Array(told.suffix(3)) == [
                Self.map([1, 1, 1], 4), .changes([SeatChange(1, .sold)], position: Position(epoch: "f", seq: 2)),
                Self.map([1, 1, 1, 1], 3, epoch: "f", revision: 2),
            ])
    }

    @Test("a gap leads to a new stream from the last good position", arguments: [true, false])
    func gap(byDelta: Bool) async throws {
        let bad = byDelta ? delta(7, 7, SeatChange(0, .sold)) : heartbeat(9)
        let transport = ScriptedTransport(streams: [
            [snapshot(seq: 4, [1]), bad], [delta(5, 9, SeatChange(0, .sold)), .silence],
        ])
        let told = try await updates(7, transport)
        #expect(told.last == .changes([SeatChange(0, .sold)], position: Position(epoch: "e", seq: 9)))
        #expect(try positions(transport).last == Position(epoch: "e", seq: 4))
        #expect(transport.mostLive.withLock { $0 } == 1)
    }

    @Test("a drain notice moves the stream before it is cut")
    func drain() async throws {
        let transport = ScriptedTransport(streams: [
            [snapshot(seq: 4, [1]), event(.drain(reconnectAfter: .seconds(2), reason: "shutdown")), .silence],
            [delta(5, 5, SeatChange(0, .sold)), .silence],
        ])
        let told = try await updates(7, transport)
        #expect(told.last == .changes([SeatChange(0, .sold)], position: Position(epoch: "e", seq: 5)))
        #expect(transport.mostLive.withLock { $0 } == 1)
        let pause = told.compactMap { update -> TimeSpan? in
            guard case .connection(.waiting(let span, _)) = update else { return nil }
            return span
        }
        #expect(pause.count == 1)
        #expect((TimeSpan.seconds(2)...TimeSpan.seconds(3)).contains(try #require(pause.first)))
    }

    @Test("a refusal that waiting cannot change ends the watch", arguments: [StatusCode.notFound, .permissionDenied])
    func fatal(code: StatusCode) async throws {
        let transport = ScriptedTransport(streams: [[.fail(RPCError(code, "no"))]])
        do {
            _ = try await updates(5, transport)
            Issue.record("the watch went on")
        } catch let error as UsherError {
            #expect(error.code == code)
        }
        #expect(transport.calls.count == 1)
    }

    @Test("a stream that falls silent is given up after two heartbeats and some slack")
    func watchdog() async throws {
        let transport = ScriptedTransport(streams: [
            [snapshot(seq: 4, [1]), .silence], [delta(5, 5, SeatChange(0, .sold)), .silence],
        ])
        let told = try await updates(7, transport)
        #expect(told.last == .changes([SeatChange(0, .sold)], position: Position(epoch: "e", seq: 5)))
        #expect(transport.mostLive.withLock { $0 } == 1)
    }

    @Test("cancelling the task ends the watch and its stream")
    func cancel() async throws {
        let transport = ScriptedTransport(streams: [[snapshot(seq: 4, [1]), .silence]])
        let client = UsherClient(transport: transport)
        let (heard, told) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            for try await update in client.watch("s") {
                if case .map = update { told.yield() }
            }
        }
        for await _ in heard { break }
        task.cancel()
        try await task.value
        #expect(transport.liveStreams == 0)
    }

    @Test("unknown events and repeats change nothing")
    func ignored() async throws {
        let transport = ScriptedTransport(streams: [
            [
                snapshot(seq: 4, [1, 1]), .message([]), delta(3, 4, SeatChange(0, .sold)),
                delta(5, 5, SeatChange(1, .sold)),
            ]
        ])
        let told = try await updates(4, transport)
        #expect(told.last == .changes([SeatChange(1, .sold)], position: Position(epoch: "e", seq: 5)))
    }

    @Test("the show's own changes are told")
    func show() async throws {
        let show = Show(
            showID: "s", hallID: "h", hallRevision: 1, title: "T", startsAt: Timestamp(nanoseconds: 0),
            endsAt: Timestamp(nanoseconds: 1_000_000_000), salesOpen: false, version: 3, epoch: "e")
        let transport = ScriptedTransport(streams: [[snapshot(seq: 4, [1]), event(.show(show))]])
        let told = try await updates(4, transport)
        #expect(told.last == .show(show))
    }
}
