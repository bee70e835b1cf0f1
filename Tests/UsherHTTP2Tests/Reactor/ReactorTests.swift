import Glibc
import Synchronization
import Testing

@testable import UsherHTTP2

@Suite(.timeLimit(.minutes(5))) struct ReactorTests {
    @Test("posted jobs run on the loop's thread, in the order in which they were posted")
    func posts() async throws {
        let reactor = try Reactor()
        try reactor.start()
        #expect(!reactor.isCurrent)
        let seen = Mutex<[Int]>([])
        await withCheckedContinuation { done in
            for number in 0..<1_000 {
                reactor.post {
                    #expect(reactor.isCurrent)
                    seen.withLock { $0.append(number) }
                }
            }
            reactor.post { done.resume() }
        }
        #expect(seen.withLock { $0 } == Array(0..<1_000))
        reactor.stop()
    }

    @Test("a sleeping loop wakes for a post, every time")
    func wakes() async throws {
        let reactor = try Reactor()
        try reactor.start()
        for _ in 0..<500 {
            await withCheckedContinuation { done in reactor.post { done.resume() } }
        }
        reactor.stop()
    }

    @Test("stop runs what was posted before it, and a later post is dropped")
    func stops() throws {
        let reactor = try Reactor()
        try reactor.start()
        let ran = Atomic(0)
        for _ in 0..<100 { reactor.post { ran.add(1, ordering: .relaxed) } }
        reactor.stop()
        #expect(ran.load(ordering: .relaxed) == 100)
        reactor.post { ran.add(1, ordering: .relaxed) }
        #expect(ran.load(ordering: .relaxed) == 100)
    }

    @Test("a loop that spares wake-ups sleeps through the time of a timer that was cancelled for a later one")
    func spares() throws {
        let reactor = try Reactor(sparesWakeups: true)
        reactor.adoptThread()
        let start = reactor.now
        let first = reactor.setTimer(at: start + 10_000_000) {}
        reactor.turn()
        reactor.cancel(first)
        let later = reactor.setTimer(at: start + 60_000_000_000) {}
        reactor.turn(60)
        #expect(reactor.now - start >= 60_000_000)
        reactor.cancel(later)
    }

    @Test("a task that prefers the loop sleeps there for the span, or until it is cancelled")
    func sleeps() async throws {
        let reactor = try Reactor()
        try reactor.start()
        let start = reactor.now
        let sleeping = Task(executorPreference: reactor) {
            await reactor.sleep(nanoseconds: 20_000_000)
            return (reactor.isCurrent, reactor.now)
        }
        let (stayed, woke) = await sleeping.value
        #expect(stayed && woke - start >= 20_000_000)
        // Would be an hour: whether the cancellation comes before or after the sleep begins.
        for early in [true, false] {
            let long = Task(executorPreference: reactor) { await reactor.sleep(nanoseconds: 3_600_000_000_000) }
            if !early { await withCheckedContinuation { done in reactor.post { done.resume() } } }
            long.cancel()
            await long.value
        }
        #expect(reactor.now - start < 3_600_000_000_000)
        reactor.stop()
    }

    @Test("scheduled jobs run in order of their times and never early")
    func schedules() async throws {
        let reactor = try Reactor()
        try reactor.start()
        let seen = Mutex<[Int64]>([])
        let start = reactor.now
        await withCheckedContinuation { done in
            for delay in [Int64(3_000_000), 1_000_000, 2_000_000, 0] {
                reactor.schedule(after: delay) {
                    #expect(reactor.isCurrent && reactor.now >= start + delay)
                    seen.withLock { $0.append(delay) }
                    if delay == 3_000_000 { done.resume() }
                }
            }
        }
        #expect(seen.withLock { $0 } == [0, 1_000_000, 2_000_000, 3_000_000])
        reactor.stop()
    }

    @Test("an advanced clock runs the timers on its way in order, each at its own time, and later ones still fire")
    func advances() async throws {
        let reactor = try Reactor()
        try reactor.start()
        let hour: Int64 = 3_600_000_000_000
        let start = reactor.now
        let seen = Mutex<[Int64]>([])
        let last = Latch<Int64>()
        reactor.schedule(after: 3 * hour) { last.put(reactor.now) }
        reactor.schedule(after: 2 * hour) { seen.withLock { $0.append(reactor.now - start) } }
        reactor.schedule(after: hour) {
            seen.withLock { $0.append(reactor.now - start) }
            reactor.schedule(after: hour / 2) { seen.withLock { $0.append(reactor.now - start) } }
        }
        await reactor.advance(by: hour - 1)
        #expect(reactor.now >= start + hour - 1)
        await reactor.advance(by: 2 * hour - 50_000_000)
        let times = seen.withLock { $0 }
        #expect(times.count == 3 && times == times.sorted())
        for (time, due) in zip(times, [hour, hour + hour / 2, 2 * hour]) {
            // No earlier, and far from the next one's time.
            #expect(time >= due && time < due + hour / 4)
        }
        // The rest of the last one's time passes by itself.
        #expect(await last.take() >= start + 3 * hour)
        reactor.stop()
    }

    @Test("async code on the loop's executor stays on its thread across suspensions")
    func executor() async throws {
        let reactor = try Reactor()
        try reactor.start()
        actor Elsewhere { func answer() -> Int { 42 } }
        @Sendable func plain() async -> Bool { reactor.isCurrent }
        let elsewhere = Elsewhere()
        let stayed = await Task(executorPreference: reactor) {
            var stayed = reactor.isCurrent
            for _ in 0..<100 {
                _ = await elsewhere.answer()
                stayed = stayed && reactor.isCurrent
                stayed = await plain() && stayed
                await Task.yield()
                stayed = stayed && reactor.isCurrent
            }
            return stayed
        }.value
        #expect(stayed)
        reactor.stop()
    }

    @Test("a handler that asked is flushed once, after all jobs of the tick")
    func flushes() async throws {
        // Guard: the reactor's thread.
        final class Recorder: ReadinessHandler, @unchecked Sendable {
            var log: [String] = []
            func ready(_ readiness: Readiness) {}
            func flush() { log.append("flush") }
        }
        let reactor = try Reactor()
        try reactor.start()
        let recorder = Recorder()
        let log = await withCheckedContinuation { done in
            reactor.post {
                reactor.flushAtEndOfTick(recorder)
                reactor.post {
                    recorder.log.append("job")
                    reactor.schedule(after: 0) { done.resume(returning: recorder.log) }
                }
            }
        }
        #expect(log == ["job", "flush"])
        reactor.stop()
    }

    @Test("a loop that cannot be made leaves no descriptor open", arguments: 0..<3)
    func failedLoop(failing: Int) {
        func descriptor(_ place: Int) -> Int32 { place == failing ? -24 : Int32(100 + place) }
        var closed: [Int32] = []
        #expect(throws: TransportError.self) {
            try Reactor.openDescriptors(
                poll: { descriptor(0) }, wake: { descriptor(1) }, timer: { descriptor(2) }, close: { closed.append($0) }
            )
        }
        #expect(closed == [100, 101, 102].filter { $0 != 100 + Int32(failing) })
    }
}
