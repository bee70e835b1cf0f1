/// What to add to a client's own clock to get the gateway's, learned from the times that its events carry.
///
/// An event is never heard before it was sent, so each sample is the offset less its own delay: the largest of the last
/// few is that of the quickest.
public struct ClockOffset: Sendable, Equatable {
    private var samples: [Int64] = []

    public init() {}

    /// `serverTime` was told by an event that arrived at `now` of the client's clock, in nanoseconds.
    public mutating func heard(_ serverTime: Timestamp, now: Int64) {
        // Events of a gateway that tells no time.
        guard serverTime.nanoseconds != 0 else { return }
        samples.append((serverTime - Timestamp(nanoseconds: now)).nanoseconds)
        if samples.count > Limits.clockSamples { samples.removeFirst() }
    }

    /// nil before the first sample.
    public var span: TimeSpan? { samples.max().map(TimeSpan.init(nanoseconds:)) }

    /// The gateway's time at `now` of the client's clock.
    public func serverTime(now: Int64) -> Timestamp? {
        span.map { Timestamp(nanoseconds: now) + $0 }
    }
}
