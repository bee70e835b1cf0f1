import CSystem

/// Between the loop's buffer and the socket, and what streams are told of it.
extension ServerConnection {
    /// False if the socket did not take everything.
    func writeBuffer() -> Bool {
        let count = loop.writeBuffer.count
        let sent = loop.writeBuffer.withUnsafeBytes { usher_send(descriptor, $0.baseAddress, count) }
        writtenBytes += max(0, sent)
        if sent == count { return true }
        guard sent >= 0 || sent == -USHER_WOULD_BLOCK else {
            peerEnded(sent)
            return false
        }
        pending = Array(loop.writeBuffer[max(0, sent)...])
        block()
        return false
    }

    func writePending() -> Bool {
        guard isBlocked else { return true }
        if !pending.isEmpty {
            let sent = pending.withUnsafeBytes { usher_send(descriptor, $0.baseAddress, $0.count) }
            guard sent >= 0 || sent == -USHER_WOULD_BLOCK else {
                peerEnded(sent)
                return false
            }
            writtenBytes += max(0, sent)
            pending.removeFirst(max(0, sent))
            guard pending.isEmpty else { return false }
            pending = []
        }
        isBlocked = false
        loop.reactor.change(descriptor, .read)
        return true
    }

    /// The socket takes no more, and says when it does.
    func block() {
        guard !isBlocked, state == .open || state == .closing else { return }
        isBlocked = true
        wasBlocked = true
        session.holdFeeds()
        loop.reactor.change(descriptor, [.read, .write])
    }

    /// Tells the streams what became of what they queued.
    func settleStreams() {
        for stream in queuedStreams {
            stream.isQueued = false
            if !stream.output.isEmpty { stream.isTaken = false }
        }
        queuedStreams.removeAll(keepingCapacity: true)
        guard !isBlocked, wasBlocked || !session.emptied.isEmpty else { return }
        let emptied = session.emptied
        session.emptied.removeAll(keepingCapacity: true)
        for stream in emptied where !stream.isGone { stream.accountOutput() }
        if wasBlocked {
            // Streams that found the socket full may have nothing queued, so nothing else would tell them.
            wasBlocked = false
            for stream in Array(session.streams.values) where stream.output.isEmpty { stream.drained() }
        } else {
            for stream in emptied where !stream.isGone && stream.output.isEmpty {
                if !stream.isTaken || stream.writer != nil { stream.drained() }
            }
        }
    }
}
