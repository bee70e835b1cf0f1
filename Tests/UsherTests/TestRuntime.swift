import Synchronization
import Usher
import UsherCore

/// A clock that stands unless somebody sleeps, and chance that repeats itself.
final class TestRuntime: Sendable {
    private struct State {
        var now: Int64 = 1_000
        var slept: [TimeSpan] = []
        var bits: UInt64 = 0x9E37_79B9_7F4A_7C15
    }

    private let state = Mutex(State())

    /// Every pause that was asked for, in order.
    var slept: [TimeSpan] { state.withLock { $0.slept } }

    /// Pauses end at once and move the clock.
    var runtime: ClientRuntime {
        ClientRuntime(
            now: { self.state.withLock { $0.now } },
            sleep: { span in
                self.state.withLock { state in
                    state.now += span.nanoseconds
                    state.slept.append(span)
                }
                await Task.yield()
            },
            random: {
                self.state.withLock { state in
                    state.bits = state.bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return state.bits
                }
            })
    }
}
