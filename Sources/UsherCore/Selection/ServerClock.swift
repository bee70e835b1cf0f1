/// What is known of the gateway's clock: an interval that its signed distance from the local clock lies in.
///
/// Each answer that names the gateway's time bounds the distance from both sides, because the gateway read its clock
/// between the sending and the receipt. The bounds of several answers are cut with each other; between them they widen
/// by what two clocks may drift apart.
public struct ServerClock: Sendable, Equatable {
    private struct Bounds: Equatable {
        /// Gateway's time less local time, in nanoseconds.
        var low: Int64
        var high: Int64
        /// The local time at which they held.
        var at: Int64
    }

    private var bounds: Bounds?

    public init() {}

    /// Takes an answer that was asked for at `sentAt` and received at `receivedAt`, by the local clock.
    public mutating func heard(_ serverTime: Timestamp, sentAt: Int64, receivedAt: Int64) {
        let sent = min(sentAt, receivedAt)
        var new = Bounds(
            low: Self.distance(serverTime, receivedAt), high: Self.distance(serverTime, sent), at: receivedAt)
        if let old = bounds {
            let drift = max(0, receivedAt - old.at) / Limits.clockDriftDivisor
            let low = max(new.low, old.low - drift)
            let high = min(new.high, old.high + drift)
            // Bounds that contradict each other: the gateway's clock was set, or it is another gateway. The newest counts.
            if low <= high {
                new.low = low
                new.high = high
            }
        }
        bounds = new
    }

    /// Gateway's time less local time, in nanoseconds; nil before the first answer.
    public var offset: Int64? {
        bounds.map { $0.low + ($0.high - $0.low) / 2 }
    }

    /// The local time at which the gateway's clock shows `time`; nil before the first answer.
    public func localTime(of time: Timestamp) -> Int64? {
        offset.map { (time - TimeSpan(nanoseconds: $0)).nanoseconds }
    }

    /// A quarter of the range is a lifetime: sums of two of them cannot overflow, whatever time a gateway names.
    private static func distance(_ serverTime: Timestamp, _ local: Int64) -> Int64 {
        let span = (serverTime - Timestamp(nanoseconds: local)).nanoseconds
        return min(max(span, .min / 4), .max / 4)
    }
}
