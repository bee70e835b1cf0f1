import UsherRPC

/// Compression of a client's messages: in the caller's own time, never in the loop's.
enum CallCoding {
    /// The message compressed, if that makes it smaller.
    static func packed(_ message: [UInt8]) async -> CodedMessage {
        guard message.count > Limits.maxCodedByCaller else { return packedHere(message) }
        return await withTaskExecutorPreference(globalConcurrentExecutor) { await packedAway(message) }
    }

    /// The same for callers that cannot wait.
    static func packedHere(_ message: [UInt8]) -> CodedMessage {
        Gzip.Deflater().compress(message).map { CodedMessage($0, isCompressed: true) } ?? CodedMessage(message)
    }

    /// A compressed message as it was; one beyond the call's limit is RESOURCE_EXHAUSTED, a broken one INTERNAL.
    static func plain(_ message: CodedMessage, _ options: CallOptions) async throws(RPCError) -> [UInt8] {
        let limit = options.maxReplyBytes
        guard Gzip.claimedCount(message.bytes) > Limits.maxCodedByCaller else {
            return try Inflation.whole(message.bytes, limit: limit)
        }
        let result = await withTaskExecutorPreference(globalConcurrentExecutor) { await plainAway(message, limit) }
        return try result.get()
    }

    /// The caller may be a thread that draws, or a loop, which as its tasks' preferred executor `@concurrent` alone would
    /// keep.
    @concurrent
    private static func packedAway(_ message: [UInt8]) async -> CodedMessage { packedHere(message) }

    @concurrent
    private static func plainAway(_ message: CodedMessage, _ limit: Int) async -> Result<[UInt8], RPCError> {
        Result { () throws(RPCError) in try Inflation.whole(message.bytes, limit: limit) }
    }
}
