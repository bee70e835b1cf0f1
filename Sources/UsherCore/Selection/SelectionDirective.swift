/// What the shell of a selection must do.
public enum SelectionDirective: Sendable, Equatable {
    /// Send one attempt and report how it ended with `callEnded(id, …)`. `token` is "" for a new lock.
    case send(LockCall, token: String, requestID: String, id: Int)
    /// Answer everybody who waits for the call.
    case end(id: Int, CallOutcome)
    case tell(SelectionNotice)
}
