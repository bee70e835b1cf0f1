import UsherCore

/// A part of the focusing stretches of a range, and where the next part begins; nil: this was the last.
struct FocusStretches: Sendable {
    var stretches: [FocusStretch]
    var next: FocusPlace?
}
