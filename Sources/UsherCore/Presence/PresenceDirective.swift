/// What the caller of a presence machine must do.
package enum PresenceDirective: Sendable, Equatable {
    /// `patience`: one attempt that takes no longer; nil: as the client's calls are.
    case send(id: Int, PresenceCall, token: String, patience: TimeSpan?)
    /// The wish is over; `call` is the call that decided it, if one did.
    case end(wish: Int, PresenceOutcome, call: Int?)
    /// The room's stream has to say another token than the one that it was opened with.
    case reopenStream
    /// What was to be said before the client rests was said, or took too long: the stream may be closed.
    case rest
}
