/// What a session says to an event.
package enum FocusVerdict: Sendable, Equatable {
    /// It took the next ordinal.
    case accepted
    /// It is known already; nothing was changed.
    case repeated
    case refused(FocusRefusal)
}
