import Observation
import Synchronization
import Testing
import UsherCore

@testable import Usher

@Suite("A focus timer in an app", .timeLimit(.minutes(2)))
struct FocusTimerTests {
    private let clock = ManualClock()
    private let transport = HandTransport()
    private let directory = TemporaryDirectory()

    private func client() -> UsherClient { UsherClient(transport: transport, runtime: clock.runtime) }

    private func gateway() -> FocusGatewayDouble {
        FocusGatewayDouble(clock, on: transport, start: clock.runtime.deviceTime().wall)
    }

    private final class Told: Sendable {
        let sessions = Mutex<[String]>([])
        var count: Int { sessions.withLock { $0.count } }
    }

    @Test("without any gateway a session is begun, paused, resumed and fulfilled, and its end told once")
    func alone() async throws {
        let timer = try FocusTimer(member: "ada", store: nil, runtime: clock.runtime)
        let told = Told()
        timer.onEnd { session in told.sessions.withLock { $0.append(session.sessionID) } }
        let session = try await timer.start(planned: .minutes(25))
        clock.advance(.minutes(10))
        try await timer.pause()
        clock.advance(.minutes(10))
        try await timer.resume()
        #expect(timer.remaining == .minutes(15))
        clock.advance(.minutes(15))
        await until { told.count == 1 }
        #expect(timer.state == .completed)
        #expect(timer.remaining == .zero)
        clock.advance(.hours(1))
        timer.core.change { _, _ in }
        #expect(told.sessions.withLock { $0 } == [session.sessionID])
        await #expect(throws: UsherError.self) { try await timer.sync() }
    }

    @Test("a program that was killed before the end tells it when it comes back, once")
    func endAfterKill() async throws {
        let store = FocusStore(directory: directory.path)
        var timer: FocusTimer? = try FocusTimer(member: "ada", store: store, runtime: clock.runtime)
        try await timer?.start(planned: .minutes(25))
        timer = nil
        clock.advance(.hours(2))
        let told = Told()
        for run in 0..<3 {
            let next = try FocusTimer(member: "ada", store: store, runtime: clock.runtime)
            next.onEnd { session in told.sessions.withLock { $0.append(session.sessionID) } }
            if run == 0 {
                await until { told.count == 1 }
                // It is written down when the callback has returned.
                await until { next.core.read { state, _ in state.machine.memory.awaited.isEmpty } }
            }
            next.close()
        }
        #expect(told.count == 1)
    }

    @Test("what waits is sent when a client comes, and what the gateway rejects is gone and told")
    func laterClient() async throws {
        let gateway = gateway()
        let timer = try FocusTimer(member: "ada", store: nil, runtime: clock.runtime)
        let session = try await timer.start(planned: .minutes(25))
        #expect(timer.unsent == 1)
        timer.attach(client())
        try await timer.sync()
        #expect(timer.unsent == 0)
        #expect(gateway.journal.withLock { $0.records.keys.sorted() } == [session.sessionID])
        clock.advance(.minutes(1))
        gateway.sync([FocusEvent(sessionID: session.sessionID, ordinal: 2, type: .complete, at: gateway.now)])
        timer.attach(nil)
        try await timer.pause()
        let task = Task { () -> [RejectedFocusEvent]? in
            for await rejected in timer.rejections { return rejected }
            return nil
        }
        timer.attach(client())
        try await timer.sync()
        #expect(await task.value?.map(\.reason) == ["ORDINAL_TAKEN"])
        #expect(timer.state == .completed)
    }

    @Test("reminders are told as values: the end's notification and the activity, and their cancels")
    func reminders() async throws {
        let timer = try FocusTimer(member: "ada", store: nil, runtime: clock.runtime)
        var changes = timer.reminders.makeAsyncIterator()
        #expect(await changes.next() == .reset([]))
        let session = try await timer.start(planned: .minutes(25))
        guard case .begin(let begun)? = await changes.next(), case .schedule(let end)? = await changes.next() else {
            Issue.record("no reminder was told")
            return
        }
        #expect(begun.sessionID == session.sessionID && end.sessionID == session.sessionID)
        try await timer.pause()
        #expect(await changes.next() == .cancel(end.id))
        guard case .update(let paused)? = await changes.next() else {
            Issue.record("the activity was not updated")
            return
        }
        #expect(paused.state == .paused && paused.id == begun.id)
        try await timer.abandon()
        #expect(await changes.next() == .end(begun.id))
        timer.close()
        #expect(await changes.next() == nil)
    }

    @Test("a session of another device is adopted, and its observers hear of it")
    func otherDevice() async throws {
        let gateway = gateway()
        let timer = try client().focusTimer(member: "ada", store: nil)
        try await timer.sync()
        let heard = Atomic<Bool>(false)
        withObservationTracking {
            _ = timer.session
        } onChange: {
            heard.store(true, ordering: .releasing)
        }
        gateway.sync([
            FocusEvent(sessionID: "tablet", ordinal: 1, type: .start, at: gateway.now, planned: .minutes(50))
        ])
        try await timer.sync()
        #expect(timer.session?.sessionID == "tablet")
        await until { heard.load(ordering: .acquiring) }
    }

    @Test("a failed talk is told, and comes again by itself with a pause that grows")
    func failures() async throws {
        let timer = try client().focusTimer(member: "ada", store: nil)
        let isOver = Atomic<Bool>(false)
        let task = Task {
            defer { isOver.store(true, ordering: .releasing) }
            try await timer.sync()
        }
        // The call's own repeats take their time.
        await until {
            clock.advance(.milliseconds(500))
            return isOver.load(ordering: .acquiring)
        }
        await #expect(throws: UsherError.self) { try await task.value }
        #expect(timer.syncError != nil)
        let gateway = gateway()
        try await timer.start(planned: .minutes(25))
        await until {
            clock.advance(.seconds(5))
            return timer.unsent == 0 && !timer.isSyncing
        }
        #expect(timer.syncError == nil)
        #expect(gateway.journal.withLock { $0.records.count } == 1)
    }

    @Test("statistics need no network: the sessions that were completed here count")
    func statistics() async throws {
        let timer = try FocusTimer(member: "ada", store: nil, runtime: clock.runtime)
        let from = try await timer.start(planned: .minutes(25)).startedAt
        clock.advance(.minutes(10))
        try await timer.finish()
        try await timer.start(planned: .minutes(25))
        clock.advance(.minutes(5))
        try await timer.abandon()
        try await timer.start(planned: .minutes(25))
        clock.advance(.minutes(30))
        let statistics = try timer.statistics(timeZone: "UTC", from: from, to: from + .hours(1))
        #expect(statistics.total == .minutes(35))
        #expect(throws: UsherError.self) { try timer.statistics(timeZone: "../x", from: from, to: from + .hours(1)) }
    }

    @Test("what is refused has the gateway's reason and changes nothing")
    func refusals() async throws {
        let timer = try FocusTimer(member: "ada", store: nil, runtime: clock.runtime)
        do throws(UsherError) {
            try await timer.pause()
            Issue.record("there was something to pause")
        } catch {
            #expect(error.reason == "FOCUS_TRANSITION")
        }
        #expect(timer.session == nil && timer.unsent == 0)
        #expect(throws: UsherError.self) { _ = try FocusTimer(member: "no id", store: nil) }
    }
}
