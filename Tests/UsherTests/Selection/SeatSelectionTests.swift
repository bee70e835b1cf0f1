import Observation
import Synchronization
import Testing
import UsherCore
import UsherRPC
import UsherWire

@testable import Usher

@Suite("A seat selection", .timeLimit(.minutes(2)))
struct SeatSelectionTests {
    private typealias Stage = SelectionTestStage

    private func thrown(_ body: () async throws(UsherError) -> some Sendable) async -> UsherError? {
        do throws(UsherError) {
            _ = try await body()
            return nil
        } catch {
            return error
        }
    }

    @Test("choose, lock, pay, confirm: a few lines, and every mutating call has a request id of its own")
    func wholeWay() async throws {
        let stage = Stage()
        let (selection, stream) = try await stage.selection()
        #expect(selection.tap(seat: 0) == .selected(["S-0"]))
        #expect(selection.select("S-1") == .selected(["S-1"]))
        #expect(selection.count == 2)
        #expect(selection.selected.map(\.index) == [0, 1])
        #expect(stage.sent.isEmpty)
        let lock = try await selection.lock(ttl: .minutes(5))
        #expect(lock.seats == ["S-0", "S-1"])
        #expect(selection.phase == .held && selection.lock == lock)
        #expect(selection.mark(of: "S-0") == .held)
        stream.send(MapStage.delta(5, 5, SeatChange(0, .locked), SeatChange(1, .locked)))
        await until { stage.stage.client.seatMap("s").position.seq == 5 }
        #expect(selection.lost.isEmpty)
        try await selection.pay()
        #expect(selection.phase == .paying)
        let outcome = try await selection.confirm(orderRef: "o")
        guard case .sold(let sale, late: false) = outcome else { return #expect(Bool(false), "\(outcome)") }
        #expect(sale.orderRef == "o" && selection.sale == sale && selection.phase == .sold)
        // Told again, not asked again.
        #expect(try await selection.confirm(orderRef: "o") == outcome)
        #expect(stage.sent.map(\.method) == ["LockSeats", "BeginPayment", "ConfirmLock"])
        let ids = stage.sent.map(\.requestID).filter { !$0.isEmpty }
        #expect(Set(ids).count == 2 && ids.allSatisfy { $0.utf8.count == 32 })
    }

    @Test("the best seats in one call: they are chosen, locked and observed, and a refusal is thrown as it was said")
    func best() async throws {
        let stage = Stage()
        let (selection, _) = try await stage.selection()
        selection.tap(seat: 1)
        stage.refuse("LockBestSeats", .failedPrecondition, "NO_SEATS")
        let error = await thrown { () async throws(UsherError) in try await selection.lockBest(2) }
        #expect(error?.code == .failedPrecondition && error?.reason == "NO_SEATS")
        #expect(selection.selected.map(\.code) == ["S-1"] && selection.phase == .choosing)

        let other = Stage()
        let (again, _) = try await other.selection()
        let lock = try await again.lockBest(SeatQuery(count: 2, zoneIDs: ["z"]), ttl: .minutes(5))
        #expect(lock.seats == ["S-0", "S-1"])
        #expect(again.selected.map(\.code) == lock.seats && again.phase == .held && again.lock == lock)
        #expect(other.sent.map(\.method) == ["LockBestSeats"] && other.sent[0].requestID.utf8.count == 32)
        let held = await thrown { () async throws(UsherError) in try await again.lockBest(2) }
        #expect(held?.reason == "LOCK_FIXED")
        #expect(other.sent.count == 1)
    }

    @Test("what the gateway refused is rolled back and thrown as it said it, its suggestion included")
    func refused() async throws {
        let stage = Stage()
        let (selection, _) = try await stage.selection()
        selection.tap(seat: 0)
        selection.tap(seat: 1)
        stage.refuse("LockSeats", .aborted, "SEAT_TAKEN", seats: ["S-1"], repair: ["S-9"])
        let error = await thrown { () async throws(UsherError) in try await selection.lock() }
        #expect(error?.code == .aborted && error?.reason == "SEAT_TAKEN" && error?.seats == ["S-1"])
        #expect(error?.suggestion?.seats == ["S-9"])
        #expect(selection.selected.map(\.code) == ["S-0"])
        #expect(selection.lost == [LostSeat(code: "S-1", reason: .taken)])
        #expect(selection.phase == .choosing)
    }

    @Test("what the show's rules refuse is not sent")
    func local() async throws {
        let stage = Stage()
        let (selection, _) = try await stage.selection()
        let none = await thrown { () async throws(UsherError) in try await selection.lock() }
        #expect(none?.code == .failedPrecondition && none?.reason == "NO_SEATS")
        #expect(selection.tap(seat: 2) == .refused(SelectionRefusal.taken("S-2")))
        let pay = await thrown { () async throws(UsherError) in try await selection.pay() }
        #expect(pay?.code == .notFound && pay?.reason == "LOCK_UNKNOWN")
        #expect(stage.sent.isEmpty)
    }

    @Test("a seat that somebody else gets is told with its reason, in state and as an event")
    func lost() async throws {
        let stage = Stage()
        let (selection, stream) = try await stage.selection()
        selection.tap(seat: 0)
        selection.tap(seat: 1)
        var events = selection.events.makeAsyncIterator()
        #expect(await events.next() == .selected(selection.selected))
        #expect(await events.next() == .phase(.choosing))
        stream.send(MapStage.delta(5, 5, SeatChange(1, .sold)))
        #expect(await events.next() == .lost([LostSeat(code: "S-1", reason: .sold)]))
        #expect(await events.next() == .selected([ChosenSeat(code: "S-0", index: 0)]))
        #expect(selection.lost == [LostSeat(code: "S-1", reason: .sold)])
    }

    @Test("a slow consumer of events gets what holds now, and all losses")
    func slow() async throws {
        let stage = Stage()
        let (selection, stream) = try await stage.selection()
        var events = selection.events.makeAsyncIterator()
        selection.tap(seat: 0)
        selection.tap(seat: 1)
        stream.send(MapStage.delta(5, 5, SeatChange(0, .sold)), MapStage.delta(6, 6, SeatChange(1, .blocked)))
        await until { selection.lost.count == 2 }
        #expect(
            await events.next()
                == .lost([LostSeat(code: "S-0", reason: .sold), LostSeat(code: "S-1", reason: .blocked)]))
        #expect(await events.next() == .selected([]))
        #expect(await events.next() == .phase(.choosing))
        selection.close()
        #expect(await events.next() == nil)
    }

    @Test("a lock whose outcome is unknown is resolved with the same request id, and whoever waits gets the truth")
    func resolved() async throws {
        let stage = Stage()
        let (selection, _) = try await stage.selection()
        selection.tap(seat: 0)
        let isAway = Mutex(true)
        stage.transport.answer("LockService/LockSeats") { message in
            let request = try LockSeatsRequest(decoding: message)
            stage.note("LockSeats", request.requestID)
            if isAway.withLock({ $0 }) { throw RPCError(.unavailable, "away") }
            return stage.answer { $0.seats = request.seats }
        }
        let locking = Task { try await selection.lock() }
        while selection.phase != .resolving(.lock) {
            await stage.clock.advanceToNextPause(within: .seconds(5)) { selection.phase == .resolving(.lock) }
        }
        #expect(selection.mark(of: "S-0") == .resolving)
        #expect(stage.sent.count == 5)
        #expect(selection.tap(seat: 1) != .selected(["S-1"]))
        isAway.withLock { $0 = false }
        stage.stage.client.networkChanged()
        #expect(try await locking.value.seats == ["S-0"])
        #expect(selection.phase == .held)
        #expect(stage.sent.count == 6)
        #expect(Set(stage.sent.map(\.requestID)).count == 1)
    }

    @Test("cancelling who waits cancels the wait alone")
    func cancelled() async throws {
        let stage = Stage()
        let (selection, _) = try await stage.selection()
        selection.tap(seat: 0)
        stage.transport.hold("LockService/LockSeats")
        let locking = Task { () async -> UsherError? in
            await thrown { () async throws(UsherError) in try await selection.lock() }
        }
        await until { stage.transport.calls("LockService/LockSeats") == 1 }
        locking.cancel()
        let error = await locking.value
        #expect(error?.code == .cancelled && error?.isOutcomeUnknown == true)
        #expect(selection.phase == .locking)
        stage.transport.letGo("LockService/LockSeats")
        await until { selection.phase == .held }
    }

    @Test("tasks that gave up waiting take nobody's place")
    func manyCancelled() async throws {
        let stage = Stage()
        let (selection, _) = try await stage.selection()
        selection.tap(seat: 0)
        stage.transport.hold("LockService/LockSeats")
        for _ in 0...Limits.selectionWaiters {
            let locking = Task { () async -> UsherError? in
                await thrown { () async throws(UsherError) in try await selection.lock() }
            }
            locking.cancel()
            #expect(await locking.value?.code == .cancelled)
        }
        stage.transport.letGo("LockService/LockSeats")
        #expect(try await selection.lock().seats == ["S-0"])
    }

    @Test("a closed client answers whoever waits, and nothing is begun any more")
    func clientCloses() async throws {
        let stage = Stage()
        let (selection, _) = try await stage.selection()
        selection.tap(seat: 0)
        stage.transport.answer("LockService/LockSeats") { _ in throw RPCError(.unavailable, "away") }
        let locking = Task { () async -> UsherError? in
            await thrown { () async throws(UsherError) in try await selection.lock() }
        }
        await until { selection.phase == .locking }
        let events = Task { for await _ in selection.events {} }
        stage.stage.client.close()
        let error = await locking.value
        #expect(error?.reason == "CLOSED" && error?.isOutcomeUnknown == true)
        await events.value
        let late = stage.stage.client.seatMap("s").selection(holder: "bob")
        for selection in [selection, late] {
            let refused = await thrown { () async throws(UsherError) in try await selection.lock() }
            #expect(refused?.reason == "CLOSED")
        }
    }

    @Test("two lock calls at once are one call; another call takes its turn")
    func atOnce() async throws {
        let stage = Stage()
        let (selection, _) = try await stage.selection()
        selection.tap(seat: 0)
        stage.transport.hold("LockService/LockSeats")
        let first = Task { try await selection.lock() }
        let second = Task { try await selection.lock() }
        await until { stage.transport.calls("LockService/LockSeats") == 1 }
        let pay = Task { try await selection.pay() }
        for _ in 0..<50 { await Task.yield() }
        stage.transport.letGo("LockService/LockSeats")
        #expect(try await first.value == second.value)
        #expect(try await pay.value.state == .paying)
        #expect(stage.sent.map(\.method) == ["LockSeats", "BeginPayment"])
    }

    @Test("letting go of a selection releases a lock that is held")
    func letGo() async throws {
        let stage = Stage()
        do {
            let (selection, _) = try await stage.selection()
            selection.tap(seat: 0)
            try await selection.lock()
        }
        await until { stage.sent.last?.method == "ReleaseLock" }
    }

    @Test("also when the gateway is away at first, and though nobody has the selection any more")
    func letGoWhileAway() async throws {
        let stage = Stage()
        let tries = Mutex(0)
        stage.transport.answer("LockService/ReleaseLock") { _ in
            let count = tries.withLock { tries in
                tries += 1
                return tries
            }
            if count <= 7 { throw RPCError(.unavailable, "away") }
            stage.note("ReleaseLock")
            return ReleaseLockResponse().encoded()
        }
        do {
            let (selection, _) = try await stage.selection()
            selection.tap(seat: 0)
            try await selection.lock()
        }
        while stage.sent.last?.method != "ReleaseLock" {
            await stage.clock.advanceToNextPause(within: .seconds(5)) { stage.sent.last?.method == "ReleaseLock" }
        }
        #expect(tries.withLock { $0 } == 8)
    }

    @Test("and never one that is being paid")
    func letGoWhilePaying() async throws {
        let stage = Stage()
        let (selection, _) = try await stage.selection()
        selection.tap(seat: 0)
        try await selection.lock()
        try await selection.pay()
        selection.close()
        for _ in 0..<200 { await Task.yield() }
        #expect(stage.sent.map(\.method) == ["LockSeats", "BeginPayment"])
        let closed = await thrown { () async throws(UsherError) in try await selection.endPayment() }
        #expect(closed?.reason == "CLOSED")
    }

    @Test("a selection keeps its map in use, and lets go of it")
    func use() async throws {
        let stage = Stage()
        var selection: SeatSelection?
        do {
            let map = stage.stage.client.seatMap("s")
            selection = map.selection(holder: "ann")
            map.close()
        }
        let stream = await stage.transport.stream(0)
        stream.send(MapStage.snapshot(4, [1, 1, 1]))
        await until { selection?.tap(seat: 0) == .selected(["S-0"]) }
        stage.clock.advance(.seconds(31))
        #expect(stage.transport.liveStreams == 1)
        selection = nil
        stage.clock.advance(.seconds(31))
        await until { stage.transport.liveStreams == 0 }
    }

    @Test("an app that was killed while its customer paid goes on with the token")
    func token() async throws {
        let stage = Stage()
        _ = stage.answer { lock in
            lock.seats = ["S-2"]
            lock.state = .paying
        }
        let (map, _) = try await stage.stage.readyMap()
        let selection = try await map.selection(holder: "ann", token: "s.1.x")
        #expect(selection.phase == .paying && selection.selected == [ChosenSeat(code: "S-2", index: 2)])
        let outcome = try await selection.confirm(orderRef: "o")
        guard case .sold = outcome else { return #expect(Bool(false), "\(outcome)") }
        stage.refuse("GetLock", .notFound, "LOCK_UNKNOWN")
        let error = await thrown { () async throws(UsherError) in
            try await map.selection(holder: "ann", token: "nonsense")
        }
        #expect(error?.reason == "LOCK_UNKNOWN")
    }

    @Test("a tap by point hits the seat there, with slop the nearest, between seats none")
    func points() async throws {
        let stage = Stage()
        let (selection, _) = try await stage.selection()
        #expect(selection.tap(at: MapPoint(x: 1, y: 0)) == .selected(["S-1"]))
        #expect(selection.tap(at: MapPoint(x: 0.5, y: 0)) == .nothing)
        #expect(selection.tap(at: MapPoint(x: 0, y: -0.8), slop: 1) == .selected(["S-0"]))
    }

    @Test("the countdown follows the gateway's clock, and a renewal that the app allows raises it")
    func countdown() async throws {
        let stage = Stage()
        let (selection, _) = try await stage.selection()
        selection.tap(seat: 0)
        #expect(selection.remaining == nil)
        selection.autoRenew = .until(.hours(1))
        try await selection.lock()
        let first = try #require(selection.remaining)
        #expect(first > .seconds(899) && first <= .seconds(900))
        stage.clock.advance(.seconds(841))
        await until { stage.sent.last?.method == "RenewLock" && selection.remaining ?? .zero > .seconds(600) }
        #expect(selection.phase == .held)
    }

    @Test("observers of what did not change are not told")
    func observation() async throws {
        let stage = Stage()
        let (selection, _) = try await stage.selection()
        let told = Mutex<[String]>([])
        withObservationTracking {
            _ = selection.selected
        } onChange: {
            told.withLock { $0.append("selected") }
        }
        withObservationTracking {
            _ = selection.phase
        } onChange: {
            told.withLock { $0.append("phase") }
        }
        selection.tap(seat: 0)
        await until { !told.withLock { $0.isEmpty } }
        #expect(told.withLock { $0 } == ["selected"])
        try await selection.lock()
        #expect(told.withLock { $0 } == ["selected", "phase"])
    }

    @Test("several customers of one backend share a map, each with their own seats")
    func several() async throws {
        let stage = Stage()
        let (map, stream) = try await stage.stage.readyMap()
        let ann = map.selection(holder: "ann")
        let bob = map.selection(holder: "bob")
        ann.tap(seat: 0)
        bob.tap(seat: 0)
        bob.tap(seat: 1)
        try await ann.lock()
        stream.send(MapStage.delta(5, 5, SeatChange(0, .locked)))
        await until { !bob.lost.isEmpty }
        #expect(bob.lost == [LostSeat(code: "S-0", reason: .locked)])
        #expect(ann.lost.isEmpty && ann.phase == .held)
        #expect(stage.transport.liveStreams == 1)
    }
}

extension SelectionRefusal {
    fileprivate static func taken(_ code: String) -> SelectionRefusal {
        SelectionRefusal("SEAT_TAKEN", seats: [code], message: "not available: \(code)")
    }
}
