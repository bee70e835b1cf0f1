import UsherRPC

/// Frames of feeds on their way past nghttp2.
extension ServerConnection {
    /// True if the frame may go beside what nghttp2 writes.
    func hasRoom(for frame: FeedFrame) -> Bool {
        state == .open && isSecured && !isBlocked && session.readyBytes + frame.bytes.count <= Limits.bytesPerTick
    }

    /// True if the connection's only feed may write to the socket at once.
    var isFeedAlone: Bool { tls == nil && session.feeds.count == 1 && session.readyBytes == 0 }

    /// The frame leaves with the tick's write.
    func queueFrame(_ bytes: UnsafeRawBufferPointer) {
        session.queueFrame(bytes)
        requestWrite()
    }

    /// Settling may have brought out what nghttp2 had to say.
    func writeSettled() {
        if session.hasSpoken || session.isBroken { requestFlush() }
    }

    /// The socket took the first `sent` bytes of a frame.
    func keepRest(of bytes: UnsafeRawBufferPointer, from sent: Int) {
        let rest = bytes[sent...]
        pending = Array(rest)
        session.directBytes -= rest.count
        block()
    }

    /// Writes the frames that feeds have queued, when nothing else is to be said.
    func flushFrames() {
        loop.writeBuffer.removeAll(keepingCapacity: true)
        session.takeReady(into: &loop.writeBuffer)
        guard seal() else { return close() }
        if !loop.writeBuffer.isEmpty { _ = writeBuffer() }
    }
}
