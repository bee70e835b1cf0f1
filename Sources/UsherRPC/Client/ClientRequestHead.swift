/// The header fields that open a call.
public enum ClientRequestHead {
    /// All fields in their order on the wire, pseudo-headers first. `timeout` is nanoseconds.
    ///
    /// Throws INTERNAL for metadata that cannot travel: names other than `0-9 a-z _ - .`, names that gRPC keeps for
    /// itself, values outside printable ASCII.
    public static func fields(
        scheme: String = "http", path: String, authority: String, timeout: Int64?, userAgent: String,
        metadata: Metadata,
        encoding: MessageEncoding? = nil
    ) throws(RPCError) -> Metadata {
        var fields = Metadata()
        fields.add(":method", "POST")
        fields.add(":scheme", scheme)
        fields.add(":path", path)
        fields.add(":authority", authority)
        fields.add("te", "trailers")
        if let timeout { fields.add("grpc-timeout", TimeoutCoding.format(timeout)) }
        fields.add("content-type", "application/grpc")
        if let encoding { fields.add("grpc-encoding", encoding.rawValue) }
        fields.add("grpc-accept-encoding", MessageEncoding.accepted)
        fields.add("user-agent", userAgent)
        for entry in metadata.entries {
            guard entry.hasCustomName || entry.name == "grpc-previous-rpc-attempts" else {
                throw RPCError(.internal, "'\(entry.name)' is no name for metadata")
            }
            guard entry.hasPrintableValue else {
                throw RPCError(.internal, "the value of '\(entry.name)' is not printable ASCII: use a -bin name")
            }
            fields.add(entry.name, entry.value)
        }
        return fields
    }
}
