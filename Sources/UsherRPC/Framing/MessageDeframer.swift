/// Cuts a stream of bytes into gRPC messages; where the bytes are cut on their way does not matter.
///
/// After it threw, the stream is beyond repair and the deframer must not be used again.
public struct MessageDeframer: Sendable {
    /// The largest message taken, in bytes, after decompression.
    public let maxMessageBytes: Int
    /// What messages that are marked as compressed are compressed with.
    public let encoding: MessageEncoding
    private var header: UInt64 = 0
    private var headerCount = 0
    private var message: [UInt8] = []
    private var missing = 0
    private var isCompressed = false

    public init(maxMessageBytes: Int, encoding: MessageEncoding = .identity) {
        self.maxMessageBytes = maxMessageBytes
        self.encoding = encoding
    }

    /// Bytes held of a message that is not complete.
    public var unfinishedBytes: Int { headerCount + message.count }

    /// The length of the message that is being received, without its prefix; 0 before it is known, and between messages.
    public var announcedBytes: Int { headerCount == 5 ? message.count + missing : 0 }

    /// True between messages: the stream may end here.
    public var isAtBoundary: Bool { headerCount == 0 }

    /// Takes the next bytes and calls `complete` for each message that ends in them, compressed ones as they are.
    ///
    /// Throws RESOURCE_EXHAUSTED for a message over the limit, before any memory is taken for it, and INTERNAL for a
    /// message marked as compressed if no encoding was agreed on.
    public mutating func append(
        _ bytes: UnsafeRawBufferPointer, _ complete: (CodedMessage) -> Void
    ) throws(RPCError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            if headerCount == 0, rest.count >= 5, try takeWhole(&rest, complete) { continue }
            if headerCount < 5 {
                header = header << 8 | UInt64(rest.removeFirst())
                headerCount += 1
                guard headerCount == 5 else { continue }
                try beginMessage()
            } else {
                let taken = rest.prefix(missing)
                message.append(contentsOf: taken)
                missing -= taken.count
                rest = rest.dropFirst(taken.count)
            }
            if missing == 0 {
                complete(CodedMessage(message, isCompressed: isCompressed))
                message = []
                header = 0
                headerCount = 0
            }
        }
    }

    /// Takes a message that is there from its first byte to its last. False if it is not, and nothing was taken.
    private mutating func takeWhole(
        _ rest: inout Slice<UnsafeRawBufferPointer>, _ complete: (CodedMessage) -> Void
    ) throws(RPCError) -> Bool {
        let head = UnsafeRawBufferPointer(rebasing: rest.prefix(5))
        let length = Int(UInt32(bigEndian: head.loadUnaligned(fromByteOffset: 1, as: UInt32.self)))
        guard rest.count >= 5 + length else { return false }
        header = UInt64(head[0]) << 32 | UInt64(length)
        // Judges flag and length. What is refused leaves the deframer within the message, as it does in pieces.
        headerCount = 5
        try beginMessage(reserving: false)
        headerCount = 0
        header = 0
        missing = 0
        let body = rest.dropFirst(5).prefix(length)
        complete(CodedMessage(length == 0 ? [] : Array(body), isCompressed: isCompressed))
        rest = rest.dropFirst(5 + length)
        return true
    }

    private mutating func beginMessage(reserving: Bool = true) throws(RPCError) {
        let flag = header >> 32
        let length = Int(header & 0xFFFF_FFFF)
        switch flag {
        case 0: isCompressed = false
        case 1 where encoding != .identity: isCompressed = true
        case 1: throw CompressionError.notAgreed
        default: throw RPCError(.internal, "a message has the unknown flag \(flag)")
        }
        // A compressed message that fits may be a little longer than what comes out of it.
        let slack = isCompressed ? maxMessageBytes / 1_024 + Limits.codingOverhead : 0
        guard length <= maxMessageBytes + slack else {
            throw RPCError(.resourceExhausted, "a message of \(length) bytes is over the limit of \(maxMessageBytes)")
        }
        missing = length
        if reserving { message.reserveCapacity(min(length, Limits.announcedReserve)) }
    }
}
