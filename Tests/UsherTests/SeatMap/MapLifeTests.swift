import Synchronization
import Testing
import UsherCore
import UsherRPC
import UsherWire

@testable import Usher

@Suite("The life of a seat map", .timeLimit(.minutes(2))) struct MapLifeTests {
    private typealias Stage = MapStage

    @Test("handles of one show share one stream, which lingers 30 s after the last of them, and then all is let go")
    func linger() async throws {
        let stage = Stage()
        weak var core: MapCore?
        do {
            let (map, stream) = try await stage.readyMap()
            core = map.core
            let second = stage.client.seatMap("s")
            #expect(second.states == [1, 1, 2])
            map.close()
            stream.send(Stage.delta(5, 5, SeatChange(0, .sold)))
            await until { second.states == [3, 1, 2] }
        }
        #expect(stage.transport.liveStreams == 1)
        stage.clock.advance(.milliseconds(29_999))
        do {
            let third = stage.client.seatMap("s")
            #expect(third.states == [3, 1, 2])
            #expect(third.connection == .live)
        }
        #expect(stage.transport.streams.count == 1)
        stage.clock.advance(.milliseconds(9_999))
        stage.transport.streams[0].send(Stage.heartbeat(5))
        await until { core?.state.withLock { $0.machine.lastMessageAt } == stage.clock.now }
        stage.clock.advance(.milliseconds(20_000))
        await until { stage.clock.nextWake == stage.clock.now + 1_000_000 }
        #expect(stage.transport.liveStreams == 1)
        stage.clock.advance(.milliseconds(1))
        await until { stage.transport.liveStreams == 0 }
        await until { core == nil && stage.client.maps.count == 0 }
        // A core that is not there any more may still be on its way out with what it held.
        await until { stage.clock.sleepers == 0 }
        await until { stage.client.halls.hall(LoadedHall.Key(hallID: "h", revision: 1)) == nil }
    }

    @Test("a closed handle's sequences end, those of other handles go on")
    func close() async throws {
        let stage = Stage()
        let (map, stream) = try await stage.readyMap()
        let other = stage.client.seatMap("s")
        let reading = Task { for try await _ in map.updates {} }
        var updates = other.updates.makeAsyncIterator()
        _ = try await updates.next()
        map.close()
        map.close()
        try await reading.value
        stream.send(Stage.delta(5, 5, SeatChange(0, .sold)))
        #expect(try await updates.next()?.changes == [SeatChange(0, .sold)])
        await #expect(throws: UsherError(.cancelled, message: "the map was closed")) { try await map.ready() }
    }

    @Test("a thousand maps of one hall read it once, and twenty rounds of them leave nothing behind")
    func thousand() async throws {
        let stage = Stage()
        var cores: [() -> MapCore?] = []
        for round in 0..<20 {
            let first = stage.transport.streams.count
            var maps = (0..<1_000).map { stage.client.seatMap("s-\($0)") }
            for map in maps { cores.append { [weak core = map.core] in core } }
            await until { stage.transport.streams.count == first + 1_000 }
            for stream in stage.transport.streams[first...] { stream.send(Stage.snapshot(4, [1, 1, 2])) }
            for map in maps { try await map.ready() }
            #expect(stage.transport.calls("HallService/GetHall") == round + 1)
            #expect(stage.client.maps.count == 1_000)
            let hall = try #require(maps[0].core.state.withLock { $0.hall })
            #expect(maps.allSatisfy { $0.core.state.withLock { $0.hall === hall } })
            maps = []
            await until { stage.clock.sleepers == 1_000 }
            while stage.transport.liveStreams > 0 {
                await stage.clock.advanceToNextSleeper { stage.transport.liveStreams == 0 }
            }
            await until { stage.client.maps.count == 0 && stage.clock.sleepers == 0 }
            await until { cores.allSatisfy { $0() == nil } }
            cores = []
        }
        #expect(stage.transport.mostLive == 1_000)
    }

    @Test("an idle map wakes up twice a minute at most, apart from its heartbeats")
    func idle() async throws {
        let stage = Stage()
        let (map, stream) = try await stage.readyMap()
        let before = stage.clock.wakeUps
        // Ten minutes of heartbeats.
        for count in 0..<24 {
            for _ in 0..<25 {
                stage.clock.advance(.seconds(1))
                await until { stage.clock.sleepers == 1 }
            }
            stream.send(Stage.heartbeat(4))
            await until { map.diagnostics.counters.events == count + 2 }
        }
        #expect(stage.clock.wakeUps - before <= 20)
        #expect(stage.transport.streams.count == 1)
    }

    @Test("a stream that falls silent is left for another one")
    func watchdog() async throws {
        let stage = Stage()
        let (map, stream) = try await stage.readyMap()
        let heard = stage.clock.now
        while stream.isLive { await stage.advance(map.core) }
        #expect(stage.clock.now - heard == TimeSpan.seconds(55).nanoseconds)
        // Not for sure stale yet, if the first wait is short.
        while stage.transport.streams.count < 2 || !map.isStale { await stage.advance(map.core) }
        #expect(stage.transport.streams.count == 2)
        await stage.transport.stream(1).send(Stage.delta(5, 5, SeatChange(0, .sold)))
        await until { map.states == [3, 1, 2] }
        #expect(!map.isStale)
        #expect(stage.transport.mostLive == 1)
    }

    @Test("where no stream comes through the map is polled, quietly, until one does")
    func polling() async throws {
        let stage = Stage()
        let (map, _) = try await stage.readyMap()
        let seq = Mutex<UInt64>(4)
        stage.transport.answer("SeatService/GetSeats") { message in
            let request = try GetSeatsRequest(decoding: message)
            return seq.withLock { seq in
                seq += 1
                return Stage.delta(request.afterSeq + 1, seq, SeatChange(0, seq % 2 == 0 ? .available : .sold))
                    .encoded()
            }
        }
        var failed = 0
        /// Fails the stream that is open, or waits for the next one.
        func step() async {
            if stage.transport.streams.count > failed {
                failed += 1
                await stage.fail(stage.transport.streams[failed - 1], of: map.core)
            } else {
                await stage.advance(map.core)
            }
        }
        while map.connection != .polling { await step() }
        #expect(failed == 10)
        while map.position.seq < 7 { await step() }
        #expect(map.connection == .polling && !map.isStale)
        #expect(map.states == [3, 1, 2])
        while stage.transport.streams.count == failed { await step() }
        let position = map.position
        stage.transport.streams[failed].send(Stage.delta(position.seq + 1, 99, SeatChange(1, .sold)))
        await until { map.connection == .live }
        #expect(map.position.seq == 99)
        #expect(stage.transport.mostLive == 1)
    }

    @Test("a suspended client has no stream and no timer; resumed, its maps go on from their positions at once")
    func suspend() async throws {
        let stage = Stage()
        let (map, _) = try await stage.readyMap()
        stage.client.suspend()
        await until { stage.transport.liveStreams == 0 && stage.clock.sleepers == 0 }
        #expect(map.connection == .suspended && map.isStale && map.states == [1, 1, 2])
        let late = stage.client.seatMap("t")
        #expect(late.connection == .suspended)
        stage.client.networkChanged()
        #expect(stage.transport.streams.count == 1)
        stage.client.resume()
        await until { stage.transport.streams.count == 3 }
        #expect(
            Set(try stage.transport.streams.map { try $0.position }) == [Position(), Position(epoch: "e", seq: 4)])
    }

    @Test("another network: every map opens a new stream at once, and never has two")
    func networkChanged() async throws {
        let stage = Stage()
        let (map, stream) = try await stage.readyMap()
        stage.client.networkChanged()
        let second = await stage.transport.stream(1)
        #expect(!stream.isLive)
        #expect(try second.position == Position(epoch: "e", seq: 4))
        second.send(Stage.heartbeat(4))
        await until { map.connection == .live }
        #expect(stage.transport.mostLive == 1)
        #expect(!map.isStale)
    }

    @Test("a closed client's sequences end, and its maps open nothing any more")
    func clientCloses() async throws {
        let stage = Stage()
        let (map, _) = try await stage.readyMap()
        let reading = Task { for try await _ in map.updates {} }
        stage.client.close()
        try await reading.value
        #expect(map.connection == .suspended)
        let late = stage.client.seatMap("late")
        await #expect(throws: UsherError.self) { try await late.ready() }
        #expect(stage.transport.liveStreams == 0)
        #expect(stage.clock.sleepers == 0)
        // An app that comes back to the foreground does not know of it.
        let streams = stage.transport.streams.count
        stage.client.resume()
        stage.client.networkChanged()
        #expect(map.connection == .suspended && late.connection == .suspended)
        #expect(stage.transport.streams.count == streams)
    }

    @Test("one stream of raw events ends with UNAVAILABLE when it falls silent")
    func rawEvents() async throws {
        let stage = Stage()
        let count = Mutex(0)
        let reading = Task {
            do {
                for try await _ in stage.client.seatEvents(of: "s") { count.withLock { $0 += 1 } }
                return StatusCode.ok
            } catch let error as UsherError {
                return error.code
            }
        }
        let stream = await stage.transport.stream(0)
        stream.send(Stage.snapshot(4, [1, 1, 2]), Stage.heartbeat(4))
        // Time that passes before they are read is silence.
        await until { count.withLock { $0 } == 2 }
        while stream.isLive {
            if stage.clock.sleepers > 0 { await stage.clock.advanceToNextSleeper() }
            await Task.yield()
        }
        #expect(try await reading.value == .unavailable)
        #expect(count.withLock { $0 } == 2)
    }

    @Test("a refused token is final unless the credentials may have another one the next time")
    func refusedToken() {
        func client(_ credentials: (any CallCredentials)?) -> UsherClient {
            var options = UsherClientOptions()
            options.credentials = credentials
            return UsherClient(transport: HandTransport(), options: options, runtime: ManualClock().runtime)
        }
        let refused = UsherError(.unauthenticated, message: "who are you?")
        #expect(client(nil).isFinal(refused))
        #expect(client(.token("t")).isFinal(refused))
        #expect(!client(.refreshing { CallToken("t") }).isFinal(refused))
        #expect(client(.refreshing { CallToken("t") }).isFinal(UsherError(.permissionDenied, message: "not yours")))
    }
}
