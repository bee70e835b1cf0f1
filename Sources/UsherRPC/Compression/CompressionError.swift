/// What compression does to a call that does not keep its rules; the same words on both sides.
public enum CompressionError {
    /// `grpc-encoding` names something that the server does not understand: it says what it does.
    public static func unknownRequestEncoding(_ name: String) -> RPCError {
        var accepted = Metadata()
        accepted.add("grpc-accept-encoding", MessageEncoding.accepted)
        return RPCError(.unimplemented, "the encoding '\(name)' is not supported", metadata: accepted)
    }

    /// The server compresses with something that the client did not list.
    public static func unknownReplyEncoding(_ name: String) -> RPCError {
        RPCError(.internal, "the peer compresses with '\(name)', which was not offered")
    }

    /// A message says that it is compressed, and nobody said how.
    public static let notAgreed = RPCError(
        .internal, "a message is marked as compressed, but no grpc-encoding was given")

    /// The bytes of a compressed message are not what they should be: damaged, cut, or followed by others.
    public static let corrupt = RPCError(.internal, "a compressed message is not one whole member of gzip")

    /// The message is larger than may be taken. How large it is in all nobody knows: decompressing stops at the limit.
    public static func tooLarge(limit: Int) -> RPCError {
        RPCError(.resourceExhausted, "a compressed message has more than the limit of \(limit) bytes")
    }
}
