import Testing
import Usher
import UsherTesting

@Suite struct TimeTests {
    @Test("a lock expires exactly at its deadline, and its watchers see it then")
    func expiry() async throws {
        let gateway = try await Evening.begin()
        let reader = Reader(gateway.client(), gateway)
        let lock = try await gateway.client().lockSeats(["A-1"], of: "tonight", holder: "anna", ttl: .seconds(90))
        try await gateway.advance(by: .seconds(89))
        #expect(reader.seat(0) == .locked)
        #expect(try await gateway.backstage.lock(lock.token).state == .held)
        try await gateway.advance(by: .seconds(1))
        #expect(reader.seat(0) == .available)
        #expect(reader.times.last == .seconds(90))
        #expect(try await gateway.backstage.lock(lock.token).state == .expired)
    }

    @Test("sleepers are woken in their order, and each has done its work before the next is")
    func order() async throws {
        let gateway = try await TestGateway()
        let clock = gateway.clock
        let done = Notes()
        for (name, milliseconds) in [("c", 30), ("a", 10), ("b", 20)] {
            Task(executorPreference: gateway.executor) {
                try await clock.sleep(for: .milliseconds(milliseconds))
                await Task.yield()
                done.add("\(name)\(clock.elapsed.nanoseconds / 1_000_000)")
                try await clock.sleep(for: .milliseconds(5))
                done.add("\(name)\(clock.elapsed.nanoseconds / 1_000_000)")
            }
        }
        try await gateway.settle()
        #expect(done.all.isEmpty)
        try await gateway.advance(by: .milliseconds(22))
        #expect(done.all == ["a10", "a15", "b20"])
        try await gateway.advance(by: .seconds(1))
        #expect(done.all == ["a10", "a15", "b20", "b25", "c30", "c35"])
        #expect(clock.elapsed == TimeSpan(nanoseconds: 1_022_000_000))
    }

    @Test("a cancelled sleeper is woken at once, and its time moves nothing")
    func cancelledSleeper() async throws {
        let gateway = try await TestGateway()
        let clock = gateway.clock
        let sleeper = Task(executorPreference: gateway.executor) { try await clock.sleep(for: .seconds(5)) }
        try await gateway.settle()
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.elapsed == .zero)
    }

    @Test("a task elsewhere that sleeps is woken too")
    func foreignSleeper() async throws {
        let gateway = try await TestGateway()
        let clock = gateway.clock
        let notes = Notes()
        let sleeper = Task.detached {
            notes.add("asleep")
            try await clock.sleep(for: .seconds(5))
            notes.add("woken")
        }
        while notes.all.isEmpty { await Task.yield() }
        // It may have said so and not be asleep yet: time that passes meanwhile wakes nobody.
        while notes.all.count < 2 { try await gateway.advance(by: .seconds(5)) }
        try await sleeper.value
    }

    @Test("heartbeats come after 25 s of silence each, however far time goes at once")
    func heartbeats() async throws {
        let gateway = try await Evening.begin()
        let reader = Reader(gateway.client(), gateway)
        try await gateway.advance(by: .minutes(2))
        let beats = zip(reader.events, reader.times).compactMap { event, time -> Int64? in
            guard case .heartbeat = event else { return nil }
            return time.nanoseconds / 1_000_000_000
        }
        #expect(beats == [25, 50, 75, 100])
    }

    @Test("advance(until:) stops at the first moment at which it holds")
    func condition() async throws {
        let gateway = try await Evening.begin()
        let reader = Reader(gateway.client(), gateway)
        _ = try await gateway.backstage.lockSeats(["A-1"], of: "tonight", holder: "anna", ttl: .seconds(7))
        try await gateway.advance { reader.seat(0) == .locked }
        try await gateway.advance { reader.seat(0) == .available }
        #expect(gateway.clock.elapsed == .seconds(7))
    }

    @Test("what does not happen is told, with the seed")
    func never() async throws {
        var options = TestGateway.Options()
        options.seed = 77
        let gateway = try await TestGateway(options)
        let error = await #expect(throws: TestGatewayError.self) {
            try await gateway.advance(atMost: .minutes(3)) { false }
        }
        #expect(error?.kind == .timeRanOut)
        #expect(error?.description.contains("77") == true)
        #expect(gateway.clock.elapsed == .minutes(3))
    }

    @Test("the wall clock's steps move no deadline of a gateway that runs; its next start sees them")
    func wallClock() async throws {
        let gateway = try await Evening.begin()
        let lock = try await gateway.backstage.lockSeats(["A-1"], of: "tonight", holder: "anna", ttl: .minutes(10))
        gateway.clock.stepWallClock(by: .hours(-2))
        try await gateway.advance(by: .minutes(9))
        #expect(try await gateway.backstage.lock(lock.token).state == .held)
        gateway.clock.stepWallClock(by: .hours(5))
        try await gateway.kill()
        try await gateway.restart()
        #expect(try await gateway.backstage.lock(lock.token).state == .expired)
    }

    @Test("the same seed gives the same evening, draw for draw")
    func replay() async throws {
        func evening(_ seed: UInt64) async throws -> [String] {
            var options = TestGateway.Options()
            options.seed = seed
            let gateway = try await Evening.begin(options)
            gateway.faults.plan = .rough(seed: seed)
            let done = try await gateway.run {
                let readers = (1...3).map { Reader(gateway.client("r\($0)"), gateway) }
                let client = gateway.client("buyer")
                for seat in 1...6 {
                    do {
                        let lock = try await gateway.advancing {
                            try await client.lockSeats(["A-\(seat)"], of: "tonight", holder: "anna", ttl: .seconds(20))
                        }
                        if seat % 2 == 0 {
                            _ = try await gateway.advancing { try await client.releaseLock(lock.token) }
                        }
                    } catch is UsherError {}
                    try await gateway.advance(by: .seconds(3))
                }
                return readers.map { "\($0.events.count) \($0.replica.states) \($0.times)" }
            }
            return gateway.log.entries.map(\.description) + done
        }
        let first = try await evening(5)
        let second = try await evening(5)
        for (index, (one, other)) in zip(first, second).enumerated() where one != other {
            Issue.record("line \(index): \(one) / \(other)")
            break
        }
        #expect(first.count == second.count)
        #expect(first != (try await evening(6)))
        #expect(first.contains { $0.contains("of the answer") })
    }
}
