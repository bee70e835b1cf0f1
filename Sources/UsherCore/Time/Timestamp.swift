/// A point of time: nanoseconds since the Unix epoch, UTC. Range: the years 1678 to 2262.
public struct Timestamp: Sendable, Hashable, Comparable {
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool { lhs.nanoseconds < rhs.nanoseconds }

    /// Saturates at the ends of the range, so that an absurd span never traps.
    public static func + (lhs: Timestamp, rhs: TimeSpan) -> Timestamp {
        let (sum, overflow) = lhs.nanoseconds.addingReportingOverflow(rhs.nanoseconds)
        return Timestamp(nanoseconds: overflow ? (rhs.nanoseconds < 0 ? .min : .max) : sum)
    }

    /// Saturates as `+` does.
    public static func - (lhs: Timestamp, rhs: TimeSpan) -> Timestamp {
        let (difference, overflow) = lhs.nanoseconds.subtractingReportingOverflow(rhs.nanoseconds)
        return Timestamp(nanoseconds: overflow ? (rhs.nanoseconds < 0 ? .max : .min) : difference)
    }

    /// The signed span from `rhs` to `lhs`, saturating.
    public static func - (lhs: Timestamp, rhs: Timestamp) -> TimeSpan {
        let (difference, overflow) = lhs.nanoseconds.subtractingReportingOverflow(rhs.nanoseconds)
        return TimeSpan(nanoseconds: overflow ? (lhs < rhs ? .min : .max) : difference)
    }
}
