/// The answer to one command, on its way to whoever awaits it.
public struct LedgerAnswer: Sendable {
    public typealias Awaiting = @Sendable (Result<Verdict<CommandReply>, LedgerError>) -> Void

    private let awaiting: Awaiting
    private let result: Result<Verdict<CommandReply>, LedgerError>

    public init(_ result: Result<Verdict<CommandReply>, LedgerError>, for awaiting: @escaping Awaiting) {
        self.awaiting = awaiting
        self.result = result
    }

    /// Calls whoever awaits it. Once.
    public func tell() { awaiting(result) }
}
