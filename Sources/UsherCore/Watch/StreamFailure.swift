/// Why a map's stream or poll ended.
public struct StreamFailure: Sendable, Equatable {
    /// Who found it.
    public enum Cause: Sendable, Equatable {
        /// The transport or the gateway said so: what was handed to the machine.
        case told
        /// Nothing was heard for too long.
        case silence
        /// Events were missing, again and again.
        case gap
        /// The gateway goes.
        case drain
    }

    public var cause: Cause
    /// A sentence for people who operate the client.
    public var message: String
    /// Asking again can only give the same answer.
    public var isFinal: Bool
    /// How long the gateway wants to be left alone at least.
    public var retryAfter: TimeSpan?

    public init(_ message: String, cause: Cause = .told, isFinal: Bool = false, retryAfter: TimeSpan? = nil) {
        self.cause = cause
        self.message = message
        self.isFinal = isFinal
        self.retryAfter = retryAfter
    }
}
