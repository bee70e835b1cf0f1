import CNghttp2

/// Large requests take turns.
extension ServerSession {
    /// Gives windows back for what was received and taken.
    func giveWindowsBack() {
        if unconsumed > 0 {
            nghttp2_session_consume_connection(handle, unconsumed)
            unconsumed = 0
        }
        for stream in toConsume { giveWindowBack(stream) }
        toConsume.removeAll(keepingCapacity: true)
    }

    /// Gives the stream's window back, unless messages wait there that nobody took, or a large one is not its turn.
    func giveWindowBack(_ stream: ServerStream) {
        stream.isInConsumeList = false
        // Nothing more comes of a request that is whole.
        guard !stream.machine.requestEnded || stream.upload != .small else { return }
        guard stream.unconsumed > 0, !stream.isGone, !stream.machine.hasMessage, mayGoOn(stream) else { return }
        consume(stream)
    }

    private func consume(_ stream: ServerStream) {
        nghttp2_session_consume_stream(handle, stream.id, stream.unconsumed)
        stream.unconsumed = 0
    }

    private func mayGoOn(_ stream: ServerStream) -> Bool {
        let bytes = stream.machine.announcedBytes
        guard bytes + 5 > Limits.streamWindow, stream.upload != .reserved(bytes) else { return true }
        guard stream.upload == .small else { return false }
        guard turns.ask(stream.id, bytes) else {
            stream.upload = .waiting
            return false
        }
        reserve(stream, bytes)
        return true
    }

    private func reserve(_ stream: ServerStream, _ bytes: Int) {
        stream.upload = .reserved(bytes)
        // It had to stand still till now.
        stream.began = loop.now
        stream.receivedBytes = 0
        let window = min(Limits.largeWindow, max(bytes, Limits.streamWindow))
        nghttp2_session_set_local_window_size(handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream.id, Int32(window))
    }

    /// The stream's large message is done with, or will never be whole: others have their turn. Never in a callback.
    func endUpload(_ stream: ServerStream) {
        switch stream.upload {
        case .small: return
        case .waiting: turns.leave(stream.id)
        case .reserved(let bytes): turns.giveBack(bytes)
        }
        stream.upload = .small
        if !stream.isGone, !stream.machine.requestEnded {
            nghttp2_session_set_local_window_size(
                handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream.id, Int32(Limits.streamWindow))
        }
        while let (id, bytes) = turns.next() {
            // Whoever is gone has left the line.
            guard let next = streams[id], next.upload == .waiting else {
                turns.giveBack(bytes)
                continue
            }
            reserve(next, bytes)
            consume(next)
        }
    }

    // MARK: Compressed requests

    /// True if the stream may decompress a large message, for which `bytes` are reserved. If not, its reader is resumed
    /// when it may.
    func mayInflate(_ stream: ServerStream, _ bytes: Int) -> Bool {
        if stream.inflation == .small {
            stream.inflation = inflations.ask(stream.id, bytes) ? .reserved(bytes) : .waiting
        }
        return stream.inflation != .waiting
    }

    /// The stream's decompressed message is done with, or nobody waits for it any more: others have their turn.
    func endInflation(_ stream: ServerStream) {
        switch stream.inflation {
        case .small: return
        case .waiting: inflations.leave(stream.id)
        case .reserved(let bytes): inflations.giveBack(bytes)
        }
        stream.inflation = .small
        while let (id, bytes) = inflations.next() {
            guard let next = streams[id], next.inflation == .waiting else {
                inflations.giveBack(bytes)
                continue
            }
            next.inflation = .reserved(bytes)
            next.reader.take()?.resume()
        }
    }
}
