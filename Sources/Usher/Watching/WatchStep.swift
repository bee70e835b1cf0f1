/// What somebody who follows a core does next.
enum WatchStep<Update: Sendable>: Sendable {
    case update(Update)
    case end
    case fail(UsherError)
    /// Wait for something newer than the version.
    case wait(Int)
}
