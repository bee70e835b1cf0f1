/// A time without a break that somebody focused. Half open.
public struct FocusStretch: Sendable, Hashable {
    public var start: Timestamp
    public var end: Timestamp

    public init(start: Timestamp, end: Timestamp) {
        self.start = start
        self.end = end
    }
}
