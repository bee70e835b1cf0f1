/// A failure of the ledger itself, as opposed to a refusal.
public struct LedgerError: Error, Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        /// Nothing was done: the store could not be reached, or too much is waiting.
        case storeAway
        /// Nothing was done: the caller's deadline had passed when the ledger came to it.
        case tooLate
        /// The commit failed: the outcome is unknown; repeat with the same request id.
        case commitFailed
        /// The store's content cannot be read.
        case damaged
        /// Another process owns the data directory.
        case inUse
        /// The data directory was written by a newer version.
        case newerSchema
    }

    public var kind: Kind
    public var message: String

    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}
