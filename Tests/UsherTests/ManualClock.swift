import Synchronization
import Usher
import UsherCore

/// A clock that stands still until a test moves it, and chance that repeats itself.
final class ManualClock: Sendable {
    private struct Sleeper {
        var wakes: Int64
        var continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now: Int64 = 1_000
        var bits: UInt64 = 0x9E37_79B9_7F4A_7C15
        var nextID = 0
        var sleepers: [Int: Sleeper] = [:]
        var wakeUps = 0
    }

    private let state = Mutex(State())

    var runtime: ClientRuntime {
        ClientRuntime(
            now: { self.now },
            sleep: { span in await self.sleep(span) },
            random: {
                self.state.withLock { state in
                    state.bits = state.bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return state.bits
                }
            })
    }

    var now: Int64 { state.withLock { $0.now } }
    var sleepers: Int { state.withLock { $0.sleepers.count } }
    /// When somebody wakes next.
    var nextWake: Int64? { state.withLock { $0.sleepers.values.map(\.wakes).min() } }
    /// Sleepers that woke because their time came.
    var wakeUps: Int { state.withLock { $0.wakeUps } }

    /// Moves on, and wakes those whose time has come.
    func advance(_ span: TimeSpan) {
        let woken = state.withLock { state in
            state.now += span.nanoseconds
            let due = state.sleepers.filter { $0.value.wakes <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            state.wakeUps += due.count
            return due.sorted { ($0.value.wakes, $0.key) < ($1.value.wakes, $1.key) }
        }
        for sleeper in woken { sleeper.value.continuation.resume() }
    }

    /// Moves on to the next sleeper's time, as soon as there is one; at once if something holds already.
    func advanceToNextSleeper(unless isOver: () -> Bool = { false }) async {
        await until { self.sleepers > 0 || isOver() }
        guard !isOver() else { return }
        if let next = nextWake { advance(TimeSpan(nanoseconds: max(0, next - now))) }
    }

    /// Moves on to the next pause's end, as soon as there is one that ends within `span`; at once if something holds
    /// already. A clock that went to a later one instead would have passed the deadline of a call that is about to pause.
    func advanceToNextPause(within span: TimeSpan, unless isOver: () -> Bool) async {
        await until { self.nextWake.map { $0 - self.now <= span.nanoseconds } ?? false || isOver() }
        guard !isOver() else { return }
        if let next = nextWake { advance(TimeSpan(nanoseconds: max(0, next - now))) }
    }

    private func sleep(_ span: TimeSpan) async {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let wakes = now + span.nanoseconds
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if Task.isCancelled || wakes <= state.now { return true }
                    state.sleepers[id] = Sleeper(wakes: wakes, continuation: continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation.resume()
        }
    }
}

/// Lets the other tasks work until something holds; the suite's time limit ends what never does.
func until(_ condition: () -> Bool) async {
    while !condition(), !Task.isCancelled { await Task.yield() }
}
