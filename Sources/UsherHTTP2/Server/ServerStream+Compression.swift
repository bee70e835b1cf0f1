import UsherRPC

/// Messages that are compressed on the wire.
extension ServerStream {
    /// A message of the request as it was before its sender compressed it, piece by piece, so that a large one delays
    /// nobody. What it takes meanwhile and comes to is in the connection's books, as `inflatedBytes`.
    func inflate(_ message: CodedMessage) async throws(RPCError) -> [UInt8] {
        guard let connection else { throw Self.gone }
        let (session, inflating) = (connection.session, connection.loop.inflating)
        var inflation = Inflation(message.bytes, limit: machine.maxRequestBytes)
        var inflater: Gzip.Inflater?
        defer { if let inflater { inflating.giveBack(inflater) } }
        var held = 0
        while true {
            // Most do so before they take any memory; one that says that it is small, and is not, does it later.
            if inflation.isLarge { try await waitToInflate(inflation.reservation, session) }
            await inflating.turn()
            let before = inflation.produced
            defer { inflating.giveBack(Limits.inflatePiece - (inflation.produced - before)) }
            guard isOpen, !Task.isCancelled else { throw Self.gone }
            let tool = inflater ?? inflating.takeInflater()
            inflater = tool
            let whole: [UInt8]?
            do throws(RPCError) {
                whole = try inflation.step(tool, connection.loop.inflateBuffer)
            } catch {
                let isBomb = message.bytes.count < machine.maxRequestBytes / Limits.gzipBombFactor
                if error.code == .resourceExhausted, isBomb { session.counts.gzipBombs += 1 }
                throw error
            }
            let memory = whole.map(\.count) ?? inflation.memory + Limits.inflaterBytes
            inflatedBytes += memory - held
            guard session.hold(memory - held) else { throw Self.tooManyInboundBytes }
            held = memory
            if let whole { return whole }
        }
    }

    /// Returns once the connection has room for a large message.
    private func waitToInflate(_ bytes: Int, _ session: ServerSession) async throws(RPCError) {
        while !session.mayInflate(self, bytes) {
            guard isOpen, !Task.isCancelled else { throw Self.gone }
            precondition(reader == nil, "two reads wait on one stream")
            await wait(\.reader)
        }
    }

    /// The decompressed message is done with, and so is what it was made of, `compressed` bytes of the books.
    func letInflatedGo(_ session: ServerSession, with compressed: Int) {
        session.letGo(compressed + inflatedBytes)
        inflatedBytes = 0
        session.endInflation(self)
    }

    /// `inflate` for a message that a handler took from a stream: it is the handler's then, and in no book.
    func inflateTaken(_ message: CodedMessage) async throws(RPCError) -> [UInt8] {
        guard let connection else { throw Self.gone }
        let compressed = message.bytes.count
        connection.session.hold(compressed)
        defer { letInflatedGo(connection.session, with: compressed) }
        do throws(RPCError) {
            return try await inflate(message)
        } catch {
            // Whatever the handler makes of it: a request with a message that cannot be read is over.
            end(error)
            throw error
        }
    }

    /// A reply compressed, if that makes it smaller; a large one off the loop.
    func deflate(_ message: [UInt8]) async -> CodedMessage {
        guard let connection else { return CodedMessage(message) }
        let packed: [UInt8]?
        if message.count <= Limits.maxDeflatedOnLoop {
            packed = connection.loop.deflater.compress(message)
        } else {
            packed = await withTaskExecutorPreference(globalConcurrentExecutor) { await Self.deflateAway(message) }
        }
        return packed.map { CodedMessage($0, isCompressed: true) } ?? CodedMessage(message)
    }

    /// A loop is its tasks' preferred executor, which `@concurrent` alone would keep.
    @concurrent
    private static func deflateAway(_ message: [UInt8]) async -> [UInt8]? {
        // It may have waited for a thread until its call was gone.
        Task.isCancelled ? nil : Gzip.Deflater().compress(message)
    }
}
