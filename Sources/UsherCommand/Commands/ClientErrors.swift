import Usher
import UsherCore
import UsherRPC

/// Turns what a gateway refused into words.
enum ClientErrors {
    static func failure(_ error: UsherError, _ addresses: [ServerAddress]) -> CommandFailure {
        // The gateway's sentence names the first fault, which is among the lines below it.
        let isOne = error.faults.count == 1
        var lines = isOne && error.message.contains(error.faults[0].description) ? [] : list(error.faults)
        if !error.seats.isEmpty { lines.append("seats: \(error.seats.joined(separator: " "))") }
        if let suggestion = error.suggestion, !suggestion.seats.isEmpty {
            lines.append("instead: \(suggestion.seats.joined(separator: " "))")
        }
        if error.code == .unavailable, error.reason.isEmpty, let advice = advice(error.message, addresses) {
            lines.append(advice)
        }
        let reason = error.reason.isEmpty ? error.code.name : error.reason
        var message = error.message.isEmpty ? "the gateway gave no reason" : error.message
        if !isOne, let faults = error.message.firstMatch(of: #/^(\d+ faulty fields); the first is /#) {
            message = String(faults.1)
        }
        return CommandFailure(RPCWords.told(message), reason: reason, lines: lines)
    }

    static func failure(_ error: UsherError, _ address: ServerAddress) -> CommandFailure {
        failure(error, [address])
    }

    private static func advice(_ message: String, _ addresses: [ServerAddress]) -> String? {
        if addresses.count == 1 { return advice(message, "\(addresses[0])") }
        // The message names each of them and what was wrong there.
        return "is a gateway running at one of them? `usher serve` starts one; --server names others"
    }

    /// What to try when the gateway was not reached; nil where the message says it all.
    static func advice(_ message: String, _ address: String) -> String? {
        if message.contains("this port speaks HTTP/2 over TLS") {
            return "TLS is asked for with --server https://\(address)"
        }
        guard message.hasPrefix("TLS with ") else {
            return "is a gateway running at \(address)? `usher serve` starts one; --server names another"
        }
        let known = [
            ("an authority that is not trusted", "--ca FILE names the authorities to trust"),
            ("is for another host", "--server-name NAME says which host it is for, if that is meant"),
            ("a client certificate", "--cert FILE --key FILE give one"),
            ("does not speak TLS", "without TLS it is --server \(address), and no --tls, --ca or --cert"),
        ]
        return known.first { message.contains($0.0) }?.1
    }

    /// One line a fault: path and description. The last one may say that there are more, which is no fault of its field.
    static func list(_ faults: [FieldFault]) -> [String] {
        faults.enumerated().map { index, fault in
            let isMore =
                index > 0 && fault.field == faults[index - 1].field && fault.description.hasPrefix("and ")
            let told = RPCWords.told(fault.description)
            return isMore || fault.field.isEmpty ? told : "\(fault.field): \(told)"
        }
    }
}
