import Observation
import Synchronization
import Testing
import UsherCore

@testable import Usher

@Suite("Who observes a seat map", .timeLimit(.minutes(2))) struct MapObservationTests {
    private typealias Stage = MapStage

    /// Tells whether what was read inside has changed since.
    private final class Flag: Sendable {
        private let raised = Mutex(false)
        var isRaised: Bool { raised.withLock { $0 } }

        init(_ read: () -> Void) {
            withObservationTracking(read) { [weak self] in self?.raised.withLock { $0 = true } }
        }
    }

    @Test("only properties that really changed notify")
    func properties() async throws {
        let stage = Stage()
        let (map, stream) = try await stage.readyMap()
        let states = Flag { _ = map.states }
        let position = Flag { _ = map.position }
        let hall = Flag { _ = map.hall }
        let show = Flag { _ = map.show }
        let connection = Flag { _ = map.connection }
        let heard = Flag { _ = map.diagnostics }
        stream.send(Stage.delta(5, 5))
        await until { position.isRaised && heard.isRaised }
        #expect(!states.isRaised)
        stream.send(Stage.delta(6, 6, SeatChange(0, .sold)))
        await until { states.isRaised }
        #expect(!hall.isRaised && !show.isRaised && !connection.isRaised)
        stream.send(.show(Stage.show(version: 2, title: "U")))
        await until { show.isRaised }
        #expect(!hall.isRaised && !connection.isRaised)
        stream.fail()
        await until { connection.isRaised }
        #expect(!hall.isRaised)
    }

    @Test("a heartbeat notifies those who look at signs of life, and wakes nobody else")
    func signsOfLife() async throws {
        let stage = Stage()
        let (map, stream) = try await stage.readyMap()
        let states = Flag { _ = map.states }
        // What made it ready has been told.
        await until { map.core.state.withLock { !$0.isDraining && $0.actions.isEmpty } }
        let events = map.core.state.withLock { $0.machine.counters.events }
        stream.send(Stage.heartbeat(4))
        await until { map.core.state.withLock { $0.machine.counters.events } == events + 1 }
        #expect(map.core.state.withLock { $0.changed.contains(.diagnostics) })
        let life = Flag { _ = map.diagnostics }
        stream.send(Stage.heartbeat(4))
        await until { life.isRaised }
        #expect(map.diagnostics.counters.events == events + 2 && !states.isRaised)
    }

    @Test("what is read after a notification is what it was about")
    func order() async throws {
        let stage = Stage()
        let (map, stream) = try await stage.readyMap()
        let read = Mutex<[UInt8]>([])
        withObservationTracking {
            _ = map.states
        } onChange: {
            read.withLock { $0 = map.states }
        }
        stream.send(Stage.delta(5, 5, SeatChange(0, .sold)))
        await until { read.withLock { !$0.isEmpty } }
        #expect(read.withLock { $0 } == [3, 1, 2])
    }

    @Test("a handle made on an actor notifies there, after every change", .timeLimit(.minutes(1)))
    @MainActor func isolated() async throws {
        let stage = Stage()
        let map = stage.client.seatMap("s")
        let stream = await stage.transport.stream(0)
        stream.send(Stage.snapshot(4, [1, 1, 2]))
        try await map.ready()
        // Each change is seen, however it falls between looking and tracking.
        for seq in 5..<60 as Range<UInt64> {
            stream.send(Stage.delta(seq, seq))
            while true {
                var seen: UInt64 = 0
                let (changed, notified) = AsyncStream.makeStream(of: Void.self)
                withObservationTracking {
                    seen = map.position.seq
                    for _ in 0..<100 { _ = stage.clock.now }
                } onChange: {
                    MainActor.assumeIsolated {}
                    notified.yield()
                }
                if seen == seq { break }
                for await _ in changed { break }
            }
        }
        #expect(map.position.seq == 59)
    }

    private final class Recorder: MapObserver {
        let updates = Mutex<[SeatMapUpdate]>([])
        let map: SeatMap
        let isInside = Mutex(false)
        let overlaps = Mutex(0)

        init(_ map: SeatMap) {
            self.map = map
        }

        func mapChanged(_ update: SeatMapUpdate) {
            if isInside.withLock({ inside in
                defer { inside = true }
                return inside
            }) {
                overlaps.withLock { $0 += 1 }
            }
            // The state stands, and the core can be called.
            let position = map.position
            updates.withLock { updates in
                #expect(position.seq >= update.position.seq)
                updates.append(update)
            }
            isInside.withLock { $0 = false }
        }
    }

    @Test("observers are told the whole map first, then all that changes, in order and one at a time")
    func observers() async throws {
        let stage = Stage()
        let (map, stream) = try await stage.readyMap()
        let early = Recorder(map)
        map.core.add(early)
        for seq in 5..<105 as Range<UInt64> {
            stream.send(Stage.delta(seq, seq, SeatChange(Int32(seq % 3), seq % 2 == 0 ? .sold : .locked)))
            if seq == 50 {
                await until { map.position.seq == 50 }
                stage.client.networkChanged()
                await stage.transport.stream(1).send(Stage.heartbeat(50))
                break
            }
        }
        let second = await stage.transport.stream(1)
        let late = Recorder(map)
        map.core.add(late)
        for seq in 51..<105 as Range<UInt64> {
            second.send(Stage.delta(seq, seq, SeatChange(Int32(seq % 3), seq % 2 == 0 ? .sold : .locked)))
        }
        await until { map.position.seq == 104 }
        for recorder in [early, late] {
            await until { recorder.updates.withLock { $0.last?.position.seq == 104 } }
            let updates = recorder.updates.withLock { $0 }
            #expect(updates.first?.isReset == true)
            #expect(updates.count(where: \.isReset) == 1)
            var states = try #require(updates.first).changes.map(\.state)
            for update in updates.dropFirst() {
                for change in update.changes {
                    #expect(states[Int(change.seat)] != change.state, "told twice")
                    states[Int(change.seat)] = change.state
                }
            }
            #expect(states == map.states)
            #expect(zip(updates, updates.dropFirst()).allSatisfy { $0.position.seq <= $1.position.seq })
            #expect(recorder.overlaps.withLock { $0 } == 0)
        }
        map.core.remove(late)
        let count = late.updates.withLock { $0.count }
        second.send(Stage.delta(105, 105, SeatChange(0, .blocked)))
        await until { early.updates.withLock { $0.last?.position.seq == 105 } }
        #expect(late.updates.withLock { $0.count } == count)
    }
}
