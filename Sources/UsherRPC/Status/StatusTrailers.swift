/// The end of a call as header fields.
public enum StatusTrailers {
    /// The trailing fields for the end of a call: `grpc-status` always, also for OK (nil).
    public static func fields(_ error: RPCError?) -> [Metadata.Entry] {
        guard let error else { return [Metadata.Entry(name: "grpc-status", value: "0")] }
        var fields = [Metadata.Entry(name: "grpc-status", value: String(error.code.rawValue))]
        if !error.message.isEmpty {
            fields.append(Metadata.Entry(name: "grpc-message", value: PercentCoding.encode(cut(error.message))))
        }
        // Details that a client's header limit would refuse cost it the whole status: without them it has the code.
        if let details = error.details, details.count <= Limits.maxDetailsBytes {
            fields.append(Metadata.Entry(name: "grpc-status-details-bin", value: Base64.encode(details)))
        }
        fields.append(contentsOf: error.metadata.entries)
        return fields
    }

    /// The end that trailers tell of: nil for OK. Without a `grpc-status` the answer is not from gRPC: UNKNOWN.
    public static func parse(_ trailers: Metadata) -> RPCError? {
        guard let status = trailers["grpc-status"] else {
            return RPCError(.unknown, "the answer ended without a grpc-status", metadata: trailers)
        }
        guard status != "0" else { return nil }
        let code = Int(status).flatMap(StatusCode.init(rawValue:)) ?? .unknown
        var rest = Metadata()
        for entry in trailers.entries where !entry.name.hasPrefix("grpc-") { rest.add(entry.name, entry.value) }
        // "00" and the like: a number that means OK but is not written as the protocol asks.
        guard code != .ok else { return RPCError(.unknown, "the answer has the grpc-status \(status)", metadata: rest) }
        return RPCError(
            code, trailers["grpc-message"].map(PercentCoding.decode) ?? "",
            details: trailers.binaryValues("grpc-status-details-bin").first, metadata: rest)
    }

    private static func cut(_ message: String) -> String {
        guard message.utf8.count > Limits.maxMessageText else { return message }
        var end = message.utf8.index(message.startIndex, offsetBy: Limits.maxMessageText)
        // Not within a character: half of one would arrive as something else.
        while UTF8.isContinuation(message.utf8[end]) { message.utf8.formIndex(before: &end) }
        return String(message[..<end])
    }
}
