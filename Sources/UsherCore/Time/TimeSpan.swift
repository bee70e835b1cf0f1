/// A signed span of time in nanoseconds.
public struct TimeSpan: Sendable, Hashable, Comparable {
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    public static func < (lhs: TimeSpan, rhs: TimeSpan) -> Bool { lhs.nanoseconds < rhs.nanoseconds }

    public static let zero = TimeSpan(nanoseconds: 0)
    public static func milliseconds(_ count: Int64) -> TimeSpan { TimeSpan(nanoseconds: count * 1_000_000) }
    public static func seconds(_ count: Int64) -> TimeSpan { TimeSpan(nanoseconds: count * 1_000_000_000) }
    public static func minutes(_ count: Int64) -> TimeSpan { seconds(count * 60) }
    public static func hours(_ count: Int64) -> TimeSpan { seconds(count * 3_600) }
}
