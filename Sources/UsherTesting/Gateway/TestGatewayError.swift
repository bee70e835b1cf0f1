/// Why a test gateway could not do what it was asked.
public struct TestGatewayError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Kind: Sendable, Equatable {
        /// The time that `advance(until:)` or `advancing` may take passed, and it did not happen.
        case timeRanOut
        /// Something works without end: a task that blocks the gateway's thread, a ledger that does not answer.
        case stuck
        /// The gateway is not in the state for it: killed twice, restarted while it runs, a backup of memory.
        case wrongState
        /// The store failed.
        case store
        /// The machine gave no thread, file or directory.
        case system
    }

    public var kind: Kind
    public var message: String

    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    public var description: String { message }
}
