import CSystem
import Glibc
import UsherRPC

/// What leaves a connection.
extension ClientConnection {
    func askFlush() {
        guard !flushAsked, !isClosed else { return }
        flushAsked = true
        reactor.flushAtEndOfTick(self)
    }

    func flush() {
        flushAsked = false
        while !isClosed {
            refill()
            handleEvents()
            if isClosed || outboundSent == outbound.count { return watchWrite(false) }
            if !writeOut() { return }
        }
    }

    /// Takes frames from the session, as far as there is room.
    func refill() {
        let room = Limits.clientWriteBytes - (outbound.count - outboundSent)
        guard let tls else { return fill(&outbound, room) }
        var bytes: [UInt8] = []
        // HTTP/2 waits for the end of the handshake.
        if tls.carries { fill(&bytes, room) }
        if !isClosed, !tls.seal(bytes, onto: &outbound) { end(RPCError(.unavailable, "TLS with \(authority) failed")) }
    }

    /// Appends about `room` bytes of frames.
    private func fill(_ bytes: inout [UInt8], _ room: Int) {
        let full = bytes.count + room
        while bytes.count < full {
            guard let piece = session.nextOutput() else {
                return end(RPCError(.unavailable, "the HTTP/2 session failed"))
            }
            if piece.isEmpty { return }
            bytes.append(contentsOf: piece)
        }
    }

    /// False when the socket takes no more or broke.
    @discardableResult
    func writeOut() -> Bool {
        while outboundSent < outbound.count {
            let sent = outbound.withUnsafeBufferPointer {
                usher_send(descriptor, $0.baseAddress! + outboundSent, $0.count - outboundSent)
            }
            if sent == -Int(EAGAIN) {
                watchWrite(true)
                return false
            }
            if sent < 0 {
                let reason = TransportError.system(Int32(-sent), "write")
                end(RPCError(.unavailable, "the connection broke: \(reason.message)"))
                return false
            }
            outboundSent += sent
        }
        outbound.removeAll(keepingCapacity: true)
        outboundSent = 0
        return true
    }

    private func watchWrite(_ wanted: Bool) {
        guard wanted != watchesWrite, !isClosed else { return }
        watchesWrite = wanted
        reactor.change(descriptor, wanted ? [.read, .write] : .read)
    }
}
