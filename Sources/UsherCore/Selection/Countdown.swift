/// The time that is left until a deadline as a customer sees it: it never goes below zero, never rises by itself and
/// never jumps. When the deadline turns out to lie elsewhere by the local clock, what is shown runs a little faster or
/// slower from where it stands, so that it is zero exactly at the deadline.
public struct Countdown: Sendable, Equatable {
    /// By the local clock, in nanoseconds.
    public private(set) var deadline: Int64
    private var anchor: Int64
    private var shownAtAnchor: Int64

    public init(deadline: Int64, now: Int64) {
        self.deadline = deadline
        anchor = now
        shownAtAnchor = Self.span(from: now, to: deadline)
    }

    /// What is shown at `now`.
    public func remaining(now: Int64) -> TimeSpan {
        guard now < deadline else { return .zero }
        guard now > anchor else { return TimeSpan(nanoseconds: shownAtAnchor) }
        let left = Self.span(from: now, to: deadline)
        let whole = Self.span(from: anchor, to: deadline)
        if shownAtAnchor == whole { return TimeSpan(nanoseconds: left) }
        let shown = Double(shownAtAnchor) * (Double(left) / Double(whole))
        return TimeSpan(nanoseconds: min(shownAtAnchor, max(0, Int64(shown))))
    }

    /// The same deadline is known better now.
    public mutating func correct(_ deadline: Int64, now: Int64) {
        shownAtAnchor = remaining(now: now).nanoseconds
        anchor = now
        self.deadline = deadline
    }

    /// There is another deadline: what is shown may rise.
    public mutating func move(_ deadline: Int64, now: Int64) {
        self = Countdown(deadline: deadline, now: now)
    }

    /// Saturating, never below zero, and far enough from the range's end to be a `Double` that fits back.
    private static func span(from: Int64, to: Int64) -> Int64 {
        let (span, overflow) = to.subtractingReportingOverflow(from)
        if overflow { return to > from ? .max / 2 : 0 }
        return min(max(0, span), .max / 2)
    }
}
