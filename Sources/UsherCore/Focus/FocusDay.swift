/// The focus of one day.
public struct FocusDay: Sendable, Equatable {
    /// `YYYY-MM-DD`, in the zone that was asked for.
    public var date: String
    public var focused: TimeSpan

    public init(date: String, focused: TimeSpan) {
        self.date = date
        self.focused = focused
    }
}
