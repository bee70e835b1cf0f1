/// What one consumer was told and what it was not yet, however slow it is.
protocol WatchMerger: Sendable {
    associatedtype View: WatchView
    associatedtype Update: Sendable

    init()
    /// What there is to tell; nil if nothing differs from what was told, and before there is anything.
    mutating func take(_ view: View) -> Update?
}
