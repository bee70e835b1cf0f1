public import UsherCore
import UsherRPC

/// The outer world of a client as parameters: time and chance. Tests give their own.
public struct ClientRuntime: Sendable {
    /// Nanoseconds of a clock that never steps.
    public var now: @Sendable () -> Int64
    /// Returns after the span, or earlier if the task is cancelled.
    public var sleep: @Sendable (TimeSpan) async -> Void
    /// Uniform random bits.
    public var random: @Sendable () -> UInt64
    /// Where the client does what is not its transport's; nil is the system's pool. A test that gives one knows when
    /// the client has done all that it can do without time passing.
    public var executor: (any TaskExecutor)?
    /// What the device's clocks show, for what outlives a run of the program: focus timers.
    public var deviceTime: @Sendable () -> DeviceTime

    /// Without a `deviceTime`, the wall clock is the system's, and `now` is steady for as long as the program runs.
    public init(
        now: @escaping @Sendable () -> Int64, sleep: @escaping @Sendable (TimeSpan) async -> Void,
        random: @escaping @Sendable () -> UInt64, executor: (any TaskExecutor)? = nil,
        deviceTime: (@Sendable () -> DeviceTime)? = nil
    ) {
        self.now = now
        self.sleep = sleep
        self.random = random
        self.executor = executor
        self.deviceTime = deviceTime ?? { SystemDeviceTime.now(steady: now()) }
    }

    /// The system's clock and generator.
    public static let system = ClientRuntime(
        now: {
            let elapsed = ContinuousClock.now - ClientRuntime.origin
            return elapsed.components.seconds * 1_000_000_000 + elapsed.components.attoseconds / 1_000_000_000
        },
        sleep: { span in
            // Cancellation ends the pause early: the caller looks at the task anyway.
            do { try await Task.sleep(for: .nanoseconds(max(0, span.nanoseconds))) } catch {}
        },
        random: {
            var generator = SystemRandomNumberGenerator()
            return generator.next()
        },
        deviceTime: { SystemDeviceTime.now() })

    /// The system's, with pauses that wake the transport's own thread and no other.
    static func system(on loop: (any ClientLoop)?) -> ClientRuntime {
        var runtime = system
        if let loop { runtime.sleep = { await loop.sleep(nanoseconds: $0.nanoseconds) } }
        return runtime
    }

    private static let origin = ContinuousClock.now
}
