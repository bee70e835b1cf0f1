import CSystem

/// TLS between the socket and the session. Everything here works on whole reads and writes: what waits, and how much of
/// it, is the same as without TLS.
extension ServerConnection {
    /// True while HTTP/2 can be spoken: from the end of the handshake on, at once without TLS.
    var isSecured: Bool { tls?.carries ?? true }

    // MARK: Reading

    func receiveSealed(_ bytes: UnsafeBufferPointer<UInt8>, _ tls: TLSSession) {
        if tls.isUntouched, bytes.first != TLSSession.firstByte { return answerCleartext(bytes) }
        tls.input = UnsafeRawBufferPointer(bytes)
        defer { tls.input = UnsafeRawBufferPointer(start: nil, count: 0) }
        while state == .open {
            let wasSecured = tls.isEstablished
            let (count, outcome) = tls.read(into: loop.openedBuffer)
            // The session's SETTINGS have waited for this.
            if tls.isEstablished != wasSecured || !tls.output.isEmpty { requestFlush() }
            if count > 0 { receive(UnsafeBufferPointer(rebasing: loop.openedBuffer[..<count])) }
            guard state == .open else { return }
            switch outcome {
            case .bufferIsFull: break
            case .needsInput:
                if tls.output.count > Limits.waitingRecords { close() }
                return
            case .ended: return close()
            case .failed: return breakOff()
            }
        }
    }

    /// The peer is told why by an alert, which is in the output.
    private func breakOff() {
        state = .closing
        setTimer(Limits.linger) { $0.close() }
        requestFlush()
    }

    /// Whoever speaks to this port without TLS is told so in HTTP/1, which also clients of HTTP/2 recognise. An answer
    /// in HTTP/2 would be a connection to them, to be opened again at once.
    private func answerCleartext(_ bytes: UnsafeBufferPointer<UInt8>) {
        if bytes.prefix(3).allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) {
            let body = "this port speaks HTTP/2 over TLS\n"
            let head = "HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain\r\nconnection: close\r\n"
            let answer = Array("\(head)content-length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
            // One attempt: the socket of a new connection has room.
            _ = answer.withUnsafeBytes { usher_send(descriptor, $0.baseAddress, $0.count) }
        }
        linger()
    }

    // MARK: Writing

    /// Makes records of what is in the loop's buffer. False if TLS failed.
    func seal() -> Bool {
        tls?.seal(&loop.writeBuffer, spare: &loop.sealBuffer) ?? true
    }

    /// Before the handshake is done, and after a fault, the session may say nothing.
    func flushHandshake() {
        loop.writeBuffer.removeAll(keepingCapacity: true)
        guard seal() else { return close() }
        guard loop.writeBuffer.isEmpty || writeBuffer() else { return }
        if state == .closing { linger() }
    }

    /// Tells the peer's TLS that nothing follows, if the socket has room: the last words of HTTP/2 are said already.
    func sayGoodbye() {
        guard let tls else { return }
        tls.sayGoodbye()
        loop.writeBuffer.removeAll(keepingCapacity: true)
        guard seal(), !loop.writeBuffer.isEmpty else { return }
        _ = loop.writeBuffer.withUnsafeBytes { usher_send(descriptor, $0.baseAddress, $0.count) }
    }
}
