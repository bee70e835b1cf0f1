import UsherCore

extension FocusTimerState {
    /// What a change of the machine needs beside it, and what it may leave.
    struct Context {
        let now: DeviceTime
        var generator: RuntimeGenerator
        /// `.some(nil)` takes back what was told before.
        var error: UsherError??
    }
}
