import Usher
import UsherCore
import UsherRPC

/// Turns what a gateway refused into words.
enum ClientErrors {
    static func failure(_ error: UsherError, _ address: ServerAddress) -> CommandFailure {
        var lines = list(error.faults)
        if !error.seats.isEmpty { lines.append("seats: \(error.seats.joined(separator: " "))") }
        if let suggestion = error.suggestion, !suggestion.seats.isEmpty {
            lines.append("instead: \(suggestion.seats.joined(separator: " "))")
        }
        if error.code == .unavailable, error.reason.isEmpty, !error.message.hasPrefix("TLS with ") {
            lines.append("is a gateway running at \(address)? `usher serve` starts one; --server names another")
        }
        let reason = error.reason.isEmpty ? error.code.name : error.reason
        let message = error.message.isEmpty ? "the gateway gave no reason" : error.message
        return CommandFailure(message, reason: reason, lines: lines)
    }

    /// One line a fault: path and description.
    static func list(_ faults: [FieldFault]) -> [String] {
        faults.map { "\($0.field): \($0.description)" }
    }
}
