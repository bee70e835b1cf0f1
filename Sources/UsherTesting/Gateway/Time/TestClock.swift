import Synchronization
public import UsherCore

/// The time of a test gateway, its ledger and its clients: it stands until the test moves it.
///
/// It is a `Clock` too, so that an app whose pauses take one sleeps by it.
public final class TestClock: Clock, Sendable {
    /// A moment of the clock: how long after the gateway's beginning.
    public struct Instant: InstantProtocol, Hashable {
        public var sinceStart: Duration

        public init(sinceStart: Duration) {
            self.sinceStart = sinceStart
        }

        public func advanced(by duration: Duration) -> Instant { Instant(sinceStart: sinceStart + duration) }
        public func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }
        public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.sinceStart < rhs.sinceStart }
    }

    let conductor: Conductor
    private let lease: ConductorLease
    private let start: Int64
    /// Wall clock minus uptime.
    private let wallOffset: Atomic<Int64>

    init(_ lease: ConductorLease, wall: Timestamp) {
        self.lease = lease
        conductor = lease.conductor
        start = conductor.now
        wallOffset = Atomic(wall.nanoseconds &- start)
    }

    /// Nanoseconds of a clock that never steps, of some unknown beginning.
    public var uptime: Int64 { conductor.now }

    /// How long the gateway has lived, in virtual time.
    public var elapsed: TimeSpan { TimeSpan(nanoseconds: conductor.now - start) }

    /// What a clock on the wall shows.
    public var wallTime: Timestamp {
        Timestamp(nanoseconds: wallOffset.load(ordering: .acquiring) &+ conductor.now)
    }

    /// Steps the wall clock, as an operator or NTP does; `span` may be negative. Nothing sleeps shorter or longer for
    /// it, and deadlines of a gateway that runs stay (contract, lock rule 7): it is seen by the gateway's next start.
    public func stepWallClock(by span: TimeSpan) {
        wallOffset.wrappingAdd(span.nanoseconds, ordering: .acquiringAndReleasing)
    }

    // MARK: Clock

    public var now: Instant { Instant(sinceStart: .nanoseconds(elapsed.nanoseconds)) }
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Returns when the test has moved time there. Throws `CancellationError` if the task is cancelled before.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let rest = now.duration(to: deadline).components
        let (seconds, overflow) = rest.seconds.multipliedReportingOverflow(by: 1_000_000_000)
        await conductor.sleep(
            TimeSpan(nanoseconds: overflow ? .max : seconds &+ rest.attoseconds / 1_000_000_000))
        try Task.checkCancellation()
    }
}
