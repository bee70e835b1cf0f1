import Synchronization
import Testing
import UsherCore
import UsherRPC
import UsherWire

@testable import Usher

@Suite("A seat map", .timeLimit(.minutes(2))) struct SeatMapTests {
    private typealias Stage = MapStage

    @Test("it is ready with hall, states and show together, each read once")
    func ready() async throws {
        let stage = Stage()
        let map = stage.client.seatMap("s")
        #expect(map.hall == nil && map.states == [] && map.isStale)
        let stream = await stage.transport.stream(0)
        #expect(map.connection == .connecting(attempt: 1))
        stream.send(Stage.snapshot(4, [1, 1, 2]))
        try await map.ready()
        #expect(map.hall == Stage.hall())
        #expect(map.states == [1, 1, 2])
        #expect(map.show == Stage.show())
        #expect(map.position == Position(epoch: "e", seq: 4))
        #expect(map.connection == .live && !map.isStale)
        #expect(map.lastMessageAt == stage.clock.now)
        #expect(map.isAvailable(0) && !map.isAvailable(2) && !map.isAvailable(3))
        #expect(stage.transport.calls("HallService/GetHall") == 1)
        #expect(stage.transport.calls("ShowService/GetShow") == 1)
    }

    @Test("the first update is the whole map, then only what changed is told")
    func updates() async throws {
        let stage = Stage()
        let (map, stream) = try await stage.readyMap()
        var updates = map.updates.makeAsyncIterator()
        let first = try #require(try await updates.next())
        #expect(first.isReset && first.hall == Stage.hall() && first.show == Stage.show())
        #expect(first.changes.map(\.state) == [1, 1, 2])
        #expect(first.connection == .live && first.reason == nil)
        stream.send(Stage.delta(5, 6, SeatChange(2, .sold), SeatChange(0, .locked)))
        let next = try #require(try await updates.next())
        #expect(
            next
                == SeatMapUpdate(
                    position: Position(epoch: "e", seq: 6), changes: [SeatChange(0, .locked), SeatChange(2, .sold)]))
    }

    @Test("a snapshot equal to what is known tells nothing, another one what differs")
    func snapshots() async throws {
        let stage = Stage()
        let (map, stream) = try await stage.readyMap()
        var updates = map.updates.makeAsyncIterator()
        _ = try await updates.next()
        stream.send(Stage.snapshot(4, [1, 1, 2]), Stage.heartbeat(4))
        await until { map.diagnostics.counters.events == 3 }
        stream.send(Stage.snapshot(9, [1, 1, 2]))
        #expect(try await updates.next() == SeatMapUpdate(position: Position(epoch: "e", seq: 9)))
        stream.send(Stage.snapshot(12, [1, 3, 2]))
        #expect(
            try await updates.next()
                == SeatMapUpdate(position: Position(epoch: "e", seq: 12), changes: [SeatChange(1, .sold)]))
    }

    @Test("a map that the caller kept is shown with its hall, and the stream goes on from its position")
    func known() async throws {
        let stage = Stage()
        var kept = SeatMapReplica()
        _ = kept.apply(Stage.snapshot(4, [1, 3, 2]))
        let map = stage.client.seatMap("s", from: kept)
        let stream = await stage.transport.stream(0)
        #expect(try stream.position == Position(epoch: "e", seq: 4))
        try await map.ready()
        #expect(map.states == [1, 3, 2] && map.hall == Stage.hall())
        stream.send(Stage.delta(5, 5, SeatChange(1, .available)))
        await until { map.position.seq == 5 }
        #expect(map.states == [1, 1, 2])
        // The client has a map of the show now, which no older one replaces.
        #expect(stage.client.seatMap("s", from: kept).states == [1, 1, 2])
        #expect(stage.transport.streams.count == 1)
    }

    @Test("a lost stream is resumed from its position, and nothing is told twice")
    func resume() async throws {
        let stage = Stage()
        let (map, stream) = try await stage.readyMap()
        var updates = map.updates.makeAsyncIterator()
        _ = try await updates.next()
        stream.fail()
        await until { map.connection != .live }
        guard case .waiting(_, let error) = map.connection else {
            Issue.record("\(map.connection)")
            return
        }
        #expect(error.message == "away")
        // Not stale yet: it may be back within a moment.
        #expect(!map.isStale)
        while stage.transport.streams.count < 2 { await stage.advance(map.core) }
        let second = await stage.transport.stream(1)
        #expect(try second.position == Position(epoch: "e", seq: 4))
        second.send(Stage.delta(5, 8, SeatChange(0, .available), SeatChange(1, .sold)))
        await until { map.position.seq == 8 }
        var told: [SeatChange] = []
        while told.isEmpty { told += try #require(try await updates.next()).changes }
        #expect(told == [SeatChange(1, .sold)])
        #expect(map.reconnects == 1)
        #expect(stage.transport.mostLive == 1)
    }

    @Test("with another hall revision the old pair stays until the new one is whole")
    func newHall() async throws {
        let stage = Stage()
        let (map, stream) = try await stage.readyMap()
        var updates = map.updates.makeAsyncIterator()
        _ = try await updates.next()
        stage.transport.hold("HallService/GetHall")
        stream.send(Stage.snapshot(7, [1, 1, 1, 1], revision: 2), Stage.delta(8, 8, SeatChange(3, .sold)))
        await until { stage.transport.calls("HallService/GetHall") == 2 }
        await until { map.diagnostics.counters.events == 3 }
        #expect(map.states == [1, 1, 2] && map.hall == Stage.hall() && map.position.seq == 4)
        #expect(map.isStale)
        stage.transport.letGo("HallService/GetHall")
        let update = try #require(try await updates.next())
        #expect(update.isReset && update.reason == .newHall && update.hall == Stage.hall(revision: 2))
        #expect(update.changes.map(\.state) == [1, 1, 1, 3])
        let whole = try #require(map.whole)
        #expect(whole.hall.seats.count == 4 && whole.states == [1, 1, 1, 3] && whole.position.seq == 8)
        #expect(!map.isStale)
    }

    @Test("a history that was lost is told as what differs, with the reason")
    func newEpoch() async throws {
        let stage = Stage()
        let (map, stream) = try await stage.readyMap()
        var updates = map.updates.makeAsyncIterator()
        _ = try await updates.next()
        stream.send(Stage.snapshot(2, [1, 3, 2], epoch: "f"))
        #expect(
            try await updates.next()
                == SeatMapUpdate(
                    position: Position(epoch: "f", seq: 2), changes: [SeatChange(1, .sold)], reason: .historyLost))
        #expect(map.diagnostics.counters.epochChanges == 1)
    }

    @Test("a map that had to begin anew tells what differs and no more")
    func noMap() async throws {
        let stage = Stage()
        let (map, stream) = try await stage.readyMap()
        var updates = map.updates.makeAsyncIterator()
        _ = try await updates.next()
        // A seat that the map does not have: its position is given up.
        stream.send(Stage.delta(5, 5, SeatChange(77, .sold)))
        let second = await stage.transport.stream(1)
        #expect(try second.position == Position())
        second.send(Stage.snapshot(5, [1, 3, 2]))
        await until { map.position.seq == 5 }
        var changes: [SeatChange] = []
        while changes.isEmpty {
            let update = try #require(try await updates.next())
            #expect(!update.isReset)
            changes += update.changes
        }
        #expect(changes == [SeatChange(1, .sold)])
        #expect(map.diagnostics.counters.repairedGaps == 1)
        #expect(stage.transport.calls("HallService/GetHall") == 1)
    }

    @Test("a slow consumer gets one merged update, without what went there and back")
    func conflation() async throws {
        let stage = Stage()
        let (map, stream) = try await stage.readyMap()
        var slow = map.updates.makeAsyncIterator()
        _ = try await slow.next()
        for seq in 5..<205 as Range<UInt64> {
            stream.send(Stage.delta(seq, seq, SeatChange(0, seq % 2 == 1 ? .locked : .available)))
        }
        stream.send(Stage.delta(205, 205, SeatChange(2, .sold)))
        stream.send(.show(Stage.show(version: 2, title: "U")))
        await until { map.show?.title == "U" }
        #expect(
            try await slow.next()
                == SeatMapUpdate(
                    position: Position(epoch: "e", seq: 205), changes: [SeatChange(2, .sold)],
                    show: Stage.show(version: 2, title: "U")))
        var late = map.updates.makeAsyncIterator()
        #expect(try await late.next()?.changes.map(\.state) == [1, 1, 3])
    }

    @Test("a refusal ends the sequences and the wait, and a new handle asks again")
    func failed() async throws {
        let stage = Stage()
        let map = stage.client.seatMap("s")
        let stream = await stage.transport.stream(0)
        stream.fail(.notFound, "no such show")
        await #expect(throws: UsherError(.notFound, message: "no such show")) { try await map.ready() }
        await #expect(throws: UsherError(.notFound, message: "no such show")) {
            for try await _ in map.updates {}
        }
        #expect(map.connection == .failed(UsherError(.notFound, message: "no such show")))
        await until { stage.clock.sleepers == 0 }
        let other = stage.client.seatMap("s")
        _ = await stage.transport.stream(1)
        #expect(other.connection == .connecting(attempt: 1))
    }

    @Test("a hall that cannot be read is tried again; one that is refused ends the map")
    func hallFailures() async throws {
        let stage = Stage()
        let isAway = Mutex(true)
        stage.transport.answer("HallService/GetHall") { _ in
            if isAway.withLock({ $0 }) { throw RPCError(.unavailable, "away") }
            return HallReply(Stage.hall()).encoded()
        }
        let map = stage.client.seatMap("s")
        let stream = await stage.transport.stream(0)
        stream.send(Stage.snapshot(4, [1, 1, 2]))
        await until { map.connection == .live }
        // Five attempts a call, then a pause.
        while stage.transport.calls("HallService/GetHall") < 7 {
            await stage.clock.advanceToNextSleeper()
            await Task.yield()
        }
        #expect(map.hall == nil)
        isAway.withLock { $0 = false }
        while map.hall == nil {
            if stage.clock.sleepers > 0 { await stage.clock.advanceToNextSleeper() }
            await Task.yield()
        }
        #expect(map.states == [1, 1, 2])

        let refused = Stage()
        refused.transport.answer("HallService/GetHall") { _ in throw RPCError(.permissionDenied, "not yours") }
        let other = refused.client.seatMap("s")
        await refused.transport.stream(0).send(Stage.snapshot(4, [1, 1, 2]))
        await #expect(throws: UsherError(.permissionDenied, message: "not yours")) { try await other.ready() }
        await until { refused.transport.liveStreams == 0 }
    }

    @Test("a show that changed while the map was polled or asleep is read again")
    func showVersions() async throws {
        let stage = Stage()
        let (map, stream) = try await stage.readyMap()
        stage.transport.answer("ShowService/GetShow") { _ in
            ShowView(show: Stage.show(version: 3, title: "V"), seq: 4).encoded()
        }
        stream.send(Stage.heartbeat(4, showVersion: 3))
        await until { map.show?.title == "V" }
        #expect(stage.transport.calls("ShowService/GetShow") == 2)
        stage.client.networkChanged()
        let request = try WatchSeatsRequest(decoding: await stage.transport.stream(1).request)
        #expect(request.showVersion == 3)
    }

    @Test("a gateway that tells an older show than its stream is not asked without a pause")
    func olderShow() async throws {
        let stage = Stage()
        let (map, stream) = try await stage.readyMap()
        stream.send(Stage.heartbeat(4, showVersion: 3))
        for seq in 5..<50 as Range<UInt64> { stream.send(Stage.delta(seq, seq)) }
        await until { map.position.seq == 49 }
        await until { stage.transport.calls("ShowService/GetShow") == 2 }
        stream.send(Stage.delta(50, 50))
        await until { map.position.seq == 50 }
        #expect(stage.transport.calls("ShowService/GetShow") == 2)
    }

    @Test("the gateway's clock is told by the quickest event")
    func skew() async throws {
        let stage = Stage()
        let (map, stream) = try await stage.readyMap()
        let now = stage.clock.now
        stream.send(
            Stage.heartbeat(4, time: now + 500), Stage.heartbeat(4, time: now + 800),
            Stage.heartbeat(4, time: now + 600))
        await until { map.diagnostics.counters.events == 4 }
        #expect(map.skew == TimeSpan(nanoseconds: 800))
        #expect(map.serverTime == Timestamp(nanoseconds: now + 800))
    }

    @Test("cancelling the task ends a sequence and a wait")
    func cancel() async throws {
        let stage = Stage()
        let map = stage.client.seatMap("s")
        let waiting = Task { try await map.ready() }
        let reading = Task { for try await _ in map.updates {} }
        _ = await stage.transport.stream(0)
        waiting.cancel()
        reading.cancel()
        try await reading.value
        await #expect(throws: UsherError.self) { try await waiting.value }
        #expect(stage.transport.liveStreams == 1)
    }
}
