import CSystem

/// A failure of the transport as a whole, not of one call (those are `RPCError`).
public struct TransportError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What was tried: `bind 127.0.0.1:50051`.
    public var operation: String
    /// The system's error number; 0 when it was not the system that failed.
    public var code: Int32
    /// The reason in words.
    public var message: String

    public init(operation: String, code: Int32, message: String) {
        self.operation = operation
        self.code = code
        self.message = message
    }

    public var description: String { "\(operation): \(message)" }

    /// From an errno value (positive).
    public static func system(_ code: Int32, _ operation: String) -> TransportError {
        let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            String(cString: usher_error_text(code, buffer.baseAddress!, buffer.count))
        }
        return TransportError(operation: operation, code: code, message: text)
    }

    /// Passes a result on, or throws if it is a negative errno value.
    @discardableResult
    static func check(_ result: Int32, _ operation: @autoclosure () -> String) throws(TransportError) -> Int32 {
        guard result < 0 else { return result }
        throw .system(-result, operation())
    }
}
