extension UsherClient {
    /// A member's focus timer, which agrees with this client's gateway: see ``FocusTimer``. A nil `store` keeps nothing
    /// beyond the timer. Throws as `FocusTimer.init` does.
    public func focusTimer(
        member: String, store: FocusStore?, isolation: (any Actor)? = #isolation
    ) throws(UsherError) -> FocusTimer {
        let timer = try FocusTimer(member: member, store: store, runtime: runtime, isolation: isolation)
        timer.attach(self)
        return timer
    }
}
