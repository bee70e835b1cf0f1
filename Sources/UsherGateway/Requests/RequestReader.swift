internal import UsherCore
internal import UsherRPC
internal import UsherWire

/// Bytes to a checked request. Messages over 64 KiB are decoded and checked off the loop.
enum RequestReader {
    /// Decodes `bytes` and lets `check` gather faults; throws INVALID_ARGUMENT with all of them, decoding's included.
    static func read<Message: WireMessage>(
        _ type: Message.Type, _ bytes: [UInt8],
        _ check: @escaping @Sendable (Message, inout RequestCheck) -> Void
    ) async throws(RPCError) -> Message {
        let (message, gathered) = try await gather(type, bytes, check)
        try gathered.finish()
        return message
    }

    /// The same without waiting; nil for a message that is decoded off the loop, which `read` does.
    static func readAtOnce<Message: WireMessage>(
        _ type: Message.Type, _ bytes: [UInt8], _ check: (Message, inout RequestCheck) -> Void = { _, _ in }
    ) throws(RPCError) -> Message? {
        guard bytes.count <= Limits.maxBytesOnLoop else { return nil }
        return try checked(type, bytes, check)
    }

    /// The same whatever its size: for those who run it off the loop if it is large.
    static func checked<Message: WireMessage>(
        _ type: Message.Type, _ bytes: [UInt8], _ check: (Message, inout RequestCheck) -> Void = { _, _ in }
    ) throws(RPCError) -> Message {
        var (message, gathered) = try decode(type, bytes)
        check(message, &gathered)
        try gathered.finish()
        return message
    }

    /// The same for requests of which more is to be checked before the faults are told.
    static func gather<Message: WireMessage>(
        _ type: Message.Type, _ bytes: [UInt8],
        _ check: @escaping @Sendable (Message, inout RequestCheck) -> Void
    ) async throws(RPCError) -> (Message, RequestCheck) {
        try await OffLoop.run(if: bytes.count > Limits.maxBytesOnLoop) { () throws(RPCError) in
            var (message, gathered) = try decode(type, bytes)
            check(message, &gathered)
            return (message, gathered)
        }
    }

    /// The message with what decoding found wrong with its fields. Large ones may have waited for a thread until their
    /// call was gone: the work is not done for nobody.
    static func decode<Message: WireMessage>(
        _ type: Message.Type, _ bytes: [UInt8]
    ) throws(RPCError) -> (Message, RequestCheck) {
        guard !Task.isCancelled else { throw RPCError(.cancelled, "the call has ended") }
        var faults: [FieldFault] = []
        do {
            let message = try Message(decoding: bytes, faults: &faults)
            return (message, RequestCheck(faults))
        } catch {
            throw RPCError(error)
        }
    }
}
