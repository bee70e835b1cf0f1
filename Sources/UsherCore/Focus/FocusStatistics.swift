/// Completed focus by day.
public struct FocusStatistics: Sendable, Equatable {
    /// Days with focus, in order.
    public var days: [FocusDay]
    /// The run of days with focus that ends on the last day of the range or the day before it, else 0.
    public var streakDays: Int
    public var total: TimeSpan

    public init(days: [FocusDay], streakDays: Int, total: TimeSpan) {
        self.days = days
        self.streakDays = streakDays
        self.total = total
    }
}
