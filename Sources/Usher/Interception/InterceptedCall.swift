public import UsherRPC

/// One attempt of a call, as interceptors see it. Its description hides the values of fields that look like secrets.
public struct InterceptedCall: Sendable, CustomStringConvertible {
    public enum Kind: String, Sendable {
        /// One message there, one back.
        case unary
        /// Any number in one direction at least, as for a living map.
        case stream
    }

    /// Tells the calls of one client apart.
    public let id: UInt64
    /// `/usher.v1.LockService/LockSeats`.
    public let path: String
    public let kind: Kind
    /// 1, or more for a repeated call.
    public let attempt: Int
    /// What travels with the call beside what the client itself sends.
    public var metadata: Metadata

    public var description: String {
        let fields = metadata.entries.isEmpty ? "" : " \(metadata.redacted)"
        return "\(kind.rawValue) \(path) (call \(id), attempt \(attempt))\(fields)"
    }
}
