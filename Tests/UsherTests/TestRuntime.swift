import Synchronization
import Usher
import UsherCore

/// A clock that stands unless somebody sleeps and nobody is held up, and chance that repeats itself.
final class TestRuntime: Sendable {
    private struct Sleeper {
        var wakes: Int64
        var continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now: Int64 = 1_000
        var slept: [TimeSpan] = []
        var bits: UInt64 = 0x9E37_79B9_7F4A_7C15
        /// Those who may still act at this very moment.
        var holds = 0
        var nextID = 0
        var sleepers: [Int: Sleeper] = [:]
    }

    private let state = Mutex(State())

    /// Every pause that was asked for, in order.
    var slept: [TimeSpan] { state.withLock { $0.slept } }

    /// Pauses end, and move the clock, as soon as nobody holds it: a task that has work to do now, and gets no
    /// processor to do it with, must not find that hours have passed.
    var runtime: ClientRuntime {
        ClientRuntime(
            now: { self.state.withLock { $0.now } },
            sleep: { span in await self.sleep(span) },
            random: {
                self.state.withLock { state in
                    state.bits = state.bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return state.bits
                }
            })
    }

    /// Stops the clock until `letGo()`.
    func hold() {
        state.withLock { $0.holds += 1 }
    }

    func letGo() {
        let woken = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.holds -= 1
            return Self.wakeNext(&state)
        }
        woken?.resume()
    }

    private func sleep(_ span: TimeSpan) async {
        let id = state.withLock { state in
            state.slept.append(span)
            state.nextID += 1
            return state.nextID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let woken = state.withLock { state -> CheckedContinuation<Void, Never>? in
                    if Task.isCancelled { return continuation }
                    state.sleepers[id] = Sleeper(wakes: state.now + span.nanoseconds, continuation: continuation)
                    return Self.wakeNext(&state)
                }
                woken?.resume()
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation.resume()
        }
    }

    /// The sleeper whose time comes next, unless the clock is held; the clock moves there.
    private static func wakeNext(_ state: inout State) -> CheckedContinuation<Void, Never>? {
        guard state.holds == 0 else { return nil }
        guard let next = state.sleepers.min(by: { ($0.value.wakes, $0.key) < ($1.value.wakes, $1.key) }) else {
            return nil
        }
        state.sleepers[next.key] = nil
        state.now = max(state.now, next.value.wakes)
        return next.value.continuation
    }
}
