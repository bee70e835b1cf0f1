/// The header fields that open a call.
public enum ClientRequestHead {
    /// All fields in their order on the wire, pseudo-headers first. `timeout` is nanoseconds.
    ///
    /// Throws INTERNAL for metadata that cannot travel: names other than `0-9 a-z _ - .`, names that gRPC keeps for
    /// itself, values outside printable ASCII.
    public static func fields(
        scheme: String = "http", path: String, authority: String, timeout: Int64?, userAgent: String, metadata: Metadata
    ) throws(RPCError) -> Metadata {
        var fields = Metadata()
        fields.add(":method", "POST")
        fields.add(":scheme", scheme)
        fields.add(":path", path)
        fields.add(":authority", authority)
        fields.add("te", "trailers")
        if let timeout { fields.add("grpc-timeout", TimeoutCoding.format(timeout)) }
        fields.add("content-type", "application/grpc")
        fields.add("user-agent", userAgent)
        for entry in metadata.entries {
            guard isCustomName(entry.name) else {
                throw RPCError(.internal, "'\(entry.name)' is no name for metadata")
            }
            guard entry.value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
                throw RPCError(.internal, "the value of '\(entry.name)' is not printable ASCII: use a -bin name")
            }
            fields.add(entry.name, entry.value)
        }
        return fields
    }

    private static func isCustomName(_ name: String) -> Bool {
        guard !name.isEmpty, !taken.contains(name), name == "grpc-previous-rpc-attempts" || !name.hasPrefix("grpc-")
        else { return false }
        return name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
            case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."): true
            default: false
            }
        }
    }

    private static let taken: Set<String> = [
        "te", "content-type", "user-agent", "host", "connection", "transfer-encoding", "upgrade", "keep-alive",
    ]
}
