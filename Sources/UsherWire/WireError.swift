public import UsherCore

/// Why bytes or JSON did not become a value.
public struct WireError: Error, Sendable, Equatable {
    /// What kind of fault it is, which decides the status.
    public enum Code: Sendable, Equatable {
        /// Not the serialization of this message: the peer's encoder is broken. INTERNAL.
        case malformed
        /// Would take more memory than any honest message of its size. RESOURCE_EXHAUSTED.
        case tooLarge
        /// A message whose fields are not what they may be. INVALID_ARGUMENT, reason `FIELDS`, with `faults`.
        case fields
    }

    public var code: Code
    /// A sentence for an engineer.
    public var message: String
    /// All field faults, by proto path; empty unless `code` is `.fields`.
    public var faults: [FieldFault]

    public init(_ code: Code, _ message: String, faults: [FieldFault] = []) {
        self.code = code
        self.message = message
        self.faults = faults
    }

    static func fields(_ faults: [FieldFault]) -> WireError {
        let first = faults.first.map { "\($0.field): \($0.description)" } ?? ""
        return WireError(.fields, faults.count == 1 ? first : "\(faults.count) faults; \(first)", faults: faults)
    }
}
