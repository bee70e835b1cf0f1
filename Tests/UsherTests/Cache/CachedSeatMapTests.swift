import Testing
import UsherCore
import UsherRPC
import UsherWire

@testable import Usher

@Suite("A seat map with a cache", .timeLimit(.minutes(2)))
struct CachedSeatMapTests {
    private typealias Stage = MapStage

    private static let kept = map()

    private let directory = TemporaryDirectory()

    private static func map(
        _ showID: String = "s", seq: UInt64 = 7, _ states: [UInt8] = [1, 1, 2], hall: Hall = Stage.hall()
    ) -> CachedMap {
        let snapshot = SeatSnapshot(
            showID: showID, epoch: "e", seq: seq, hallID: "h", hallRevision: hall.revision, states: states,
            serverTime: Timestamp(nanoseconds: 77))
        return CachedMap(snapshot: snapshot, show: Stage.show(showID), hall: LoadedHall(hall))
    }

    /// A client of another run of the program, which left `map` behind.
    private func stage(_ map: CachedMap? = kept) async -> (Stage, MapCache) {
        if let map {
            let earlier = MapCache(directory: directory.path)
            earlier.store(map, key(map.snapshot.showID))
            await earlier.flush()
        }
        let cache = MapCache(directory: directory.path)
        var options = UsherClientOptions()
        options.cache = cache
        return (Stage(options), cache)
    }

    private func key(_ showID: String = "s") -> MapKey { MapKey(namespace: "stage", showID: showID) }

    private func onDisk(_ showID: String = "s") async -> CachedMap? {
        await MapCache(directory: directory.path).load(key(showID))
    }

    private func untilOnDisk(_ condition: (CachedMap?) -> Bool) async {
        while !condition(await onDisk()), !Task.isCancelled { await Task.yield() }
    }

    // MARK: Shown

    @Test("without any network the last map is there, and says that it is stale and of when it is")
    func offline() async throws {
        let (stage, _) = await stage()
        let map = stage.client.seatMap("s")
        #expect(map.connection == .connecting(attempt: 1))
        try await map.ready()
        #expect(map.hall == Self.kept.hall.hall && map.states == [1, 1, 2])
        #expect(map.position == Self.kept.position && map.show == Self.kept.show)
        #expect(map.isStale && map.keptAt == Timestamp(nanoseconds: 77))
        await stage.transport.stream(0).fail()
        await until { if case .waiting = map.connection { true } else { false } }
        #expect(map.states == [1, 1, 2] && map.isStale)
        #expect(stage.transport.calls("HallService/GetHall") == 0)
        #expect(stage.transport.calls("ShowService/GetShow") == 0)
    }

    @Test("a map that is still right tells no change, and nothing is read but what came after it")
    func stillRight() async throws {
        let (stage, _) = await stage()
        let map = stage.client.seatMap("s")
        var updates = map.updates.makeAsyncIterator()
        let first = try #require(try await updates.next())
        #expect(first.isReset && first.changes.count == 3 && first.position == Self.kept.position)
        let stream = await stage.transport.stream(0)
        #expect(try stream.position == Self.kept.position)
        #expect(try WatchSeatsRequest(decoding: stream.request).showVersion == 1)
        stream.send(Stage.heartbeat(7))
        let second = try #require(try await updates.next())
        #expect(second == SeatMapUpdate(position: Self.kept.position, connection: .live))
        #expect(!map.isStale && map.keptAt == nil)
        #expect(stage.transport.calls("HallService/GetHall") == 0)
        #expect(stage.transport.calls("ShowService/GetShow") == 0)
    }

    @Test("what was missed is told as a difference, by a delta or by a snapshot", arguments: [false, true])
    func missed(bySnapshot: Bool) async throws {
        let (stage, _) = await stage()
        let map = stage.client.seatMap("s")
        var updates = map.updates.makeAsyncIterator()
        _ = try await updates.next()
        await stage.transport.stream(0).send(
            bySnapshot ? Stage.snapshot(9, [1, 3, 2]) : Stage.delta(8, 9, SeatChange(1, .sold)))
        let update = try #require(try await updates.next())
        #expect(!update.isReset && update.changes == [SeatChange(1, .sold)] && update.position.seq == 9)
        #expect(map.states == [1, 3, 2])
        #expect(stage.transport.calls("HallService/GetHall") == 0)
    }

    @Test("another hall revision replaces the map as a whole, once its hall is there")
    func newHall() async throws {
        let (stage, _) = await stage()
        let map = stage.client.seatMap("s")
        var updates = map.updates.makeAsyncIterator()
        _ = try await updates.next()
        await stage.transport.stream(0).send(Stage.snapshot(9, [1, 1, 1, 1], revision: 2))
        var update = try #require(try await updates.next())
        if !update.isReset { update = try #require(try await updates.next()) }
        #expect(update.isReset && update.changes.count == 4 && map.hall == Stage.hall(revision: 2))
        await untilOnDisk { $0?.hall.hall == Stage.hall(revision: 2) }
    }

    @Test("a show that was never kept uses the hall that another one left")
    func knownHall() async throws {
        let (stage, _) = await stage(Self.map("earlier"))
        let (map, _) = try await stage.readyMap()
        #expect(map.hall == Stage.hall() && map.position.seq == 4)
        #expect(stage.transport.calls("HallService/GetHall") == 0)
    }

    @Test("a kept hall that does not fit the gateway's map is read again, and the map becomes right")
    func misfit() async throws {
        var wrong = Stage.hall()
        wrong.seats.removeLast()
        let (stage, _) = await stage(Self.map("earlier", [1, 1], hall: wrong))
        let map = stage.client.seatMap("s")
        let stream = await stage.transport.stream(0)
        stream.send(Stage.snapshot(4, [1, 1, 2]))
        await until { map.core.state.withLock { $0.hallLoad.retryAt != nil } }
        stage.clock.advance(.seconds(1))
        await until { map.hall != nil }
        #expect(map.hall == Stage.hall() && map.states == [1, 1, 2])
        #expect(stage.transport.calls("HallService/GetHall") == 1)
    }

    @Test("what cannot be used is as good as nothing kept")
    func damaged() async throws {
        let (stage, cache) = await stage()
        for prefix in ["map-", "hall-"] { TemporaryDirectory.write(try #require(directory.file(prefix)), [1, 2, 3]) }
        let (map, stream) = try await stage.readyMap()
        #expect(try stream.position == Position())
        #expect(map.states == [1, 1, 2] && map.keptAt == nil)
        #expect(stage.transport.calls("HallService/GetHall") == 1)
        #expect(cache.statistics.damaged == 2)
    }

    // MARK: A slow disk

    @Test("a disk that is stuck holds nobody up: after two seconds the gateway is asked without it")
    func stuck() async throws {
        let (stage, cache) = await stage()
        let disk = StuckDisk(cache)
        let map = stage.client.seatMap("s")
        await until { stage.clock.sleepers == 1 }
        stage.clock.advance(.milliseconds(1_999))
        #expect(stage.transport.streams.isEmpty)
        stage.clock.advance(.milliseconds(1))
        let stream = await stage.transport.stream(0)
        #expect(try stream.position == Position())
        stream.send(Stage.snapshot(9, [3, 3, 3]))
        // The hall is looked for on the disk as well, with the same patience.
        await until { stage.clock.sleepers == 2 }
        stage.clock.advance(.seconds(2))
        await until { map.hall != nil }
        #expect(map.states == [3, 3, 3] && stage.transport.calls("HallService/GetHall") == 1)
        disk.free()
        await cache.flush()
        #expect(map.states == [3, 3, 3] && map.position.seq == 9)
    }

    @Test("a map that the disk tells of late is shown until the gateway has told of its own")
    func late() async throws {
        let (stage, cache) = await stage()
        let disk = StuckDisk(cache)
        let map = stage.client.seatMap("s")
        await stage.clock.advanceToNextSleeper()
        let stream = await stage.transport.stream(0)
        disk.free()
        try await map.ready()
        #expect(map.states == [1, 1, 2] && map.isStale)
        var updates = map.updates.makeAsyncIterator()
        _ = try await updates.next()
        stream.send(Stage.snapshot(9, [1, 3, 2]))
        #expect(try await updates.next()?.changes == [SeatChange(1, .sold)])
    }

    @Test("a client that rests before the disk answered opens no stream, and shows the map all the same")
    func suspended() async throws {
        let (stage, cache) = await stage()
        let disk = StuckDisk(cache)
        let map = stage.client.seatMap("s")
        stage.client.suspend()
        disk.free()
        try await map.ready()
        #expect(map.connection == .suspended && map.states == [1, 1, 2] && stage.transport.streams.isEmpty)
        stage.client.resume()
        #expect(try await stage.transport.stream(0).position == Self.kept.position)
    }

    // MARK: Kept

    @Test("the first map is kept at once, then every five seconds, and the last when it is left")
    func keeps() async throws {
        let (stage, cache) = await stage(nil)
        var (map, stream): (SeatMap?, HandStream) = try await stage.readyMap()
        await untilOnDisk { $0?.show != nil }
        let written = cache.statistics.written
        for seq: UInt64 in 5...50 {
            stream.send(Stage.delta(seq, seq, SeatChange(0, seq % 2 == 0 ? .available : .sold)))
        }
        await until { map?.position.seq == 50 }
        await cache.flush()
        #expect(cache.statistics.written == written)
        stage.clock.advance(.seconds(5))
        stream.send(Stage.heartbeat(50))
        await untilOnDisk { $0?.position.seq == 50 }
        stream.send(Stage.delta(51, 51, SeatChange(2, .blocked)))
        await until { map?.position.seq == 51 }
        map = nil
        await untilOnDisk { $0?.snapshot.states == [1, 1, 4] && $0?.hall.hall == Stage.hall() }
    }

    @Test("a client that rests has its maps kept; one that only looks has nothing written")
    func rests() async throws {
        let (stage, cache) = await stage()
        let map = stage.client.seatMap("s")
        let stream = await stage.transport.stream(0)
        stream.send(Stage.heartbeat(7))
        await until { map.connection == .live }
        stage.clock.advance(.seconds(10))
        stream.send(Stage.heartbeat(7))
        stage.client.suspend()
        await cache.flush()
        #expect(cache.statistics.written == 0)
        stage.client.resume()
        await stage.transport.stream(1).send(Stage.delta(8, 8, SeatChange(0, .sold)))
        await until { map.position.seq == 8 }
        await untilOnDisk { $0?.position.seq == 8 }
        await stage.transport.stream(1).send(Stage.delta(9, 9, SeatChange(1, .sold)))
        await until { map.position.seq == 9 }
        stage.client.suspend()
        await cache.flush()
        #expect(await onDisk()?.snapshot.states == [3, 3, 2])
        #expect(map.isStale && map.keptAt == nil, "what is shown was heard, not kept")
    }

    @Test(
        "a show that is no more, or that may not be seen, is forgotten",
        arguments: [StatusCode.notFound, .permissionDenied])
    func gone(code: StatusCode) async throws {
        let (stage, cache) = await stage()
        let map = stage.client.seatMap("s")
        await stage.transport.stream(0).fail(code, "no")
        await until { if case .failed = map.connection { true } else { false } }
        await untilOnDisk { $0 == nil }
        map.close()
        stage.client.close()
        await cache.flush()
        #expect(await onDisk() == nil, "leaving must not keep it again")
    }

    @Test("clients of different gateways do not show each other's maps")
    func gateways() async throws {
        let (_, cache) = await stage()
        var options = UsherClientOptions()
        options.cache = cache
        let transport = HandTransport()
        let clock = ManualClock()
        let other = UsherClient(transport: transport, options: options, runtime: clock.runtime, gateway: "other")
        let map = other.seatMap("s")
        #expect(try await transport.stream(0).position == Position())
        #expect(map.hall == nil)
    }
}
