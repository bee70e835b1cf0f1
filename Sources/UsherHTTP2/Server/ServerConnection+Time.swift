import CNghttp2
import UsherRPC

/// What a connection does about peers that say nothing.
extension ServerConnection {
    /// Replaces the connection's timer.
    func setTimer(_ nanoseconds: Int64, _ body: @escaping (ServerConnection) -> Void) {
        if let timer { loop.reactor.cancel(timer) }
        timer = loop.reactor.setTimer(at: loop.now + nanoseconds) { [weak self] in
            guard let self else { return }
            timer = nil
            body(self)
        }
    }

    /// Sets the timer for what is due next.
    func lookLater() {
        let now = loop.now
        let next = life.nextLook(
            loop.options, now: now, hasStreams: !session.streams.isEmpty, isDraining: drain != .none)
        // A handshake is not over when a short age is.
        let span = session.isEstablished ? next - now : min(max(next - now, Limits.handshakeLook), Limits.handshake)
        setTimer(span) { $0.keepHouse() }
    }

    private func keepHouse() {
        guard state == .open else { return }
        let now = loop.now
        guard session.isEstablished else {
            guard now - life.lastBusy < Limits.handshake else {
                return terminate(NGHTTP2_SETTINGS_TIMEOUT, "no SETTINGS came")
            }
            return lookLater()
        }
        if let began = session.headersBegan, now - began > Limits.handshake {
            return terminate(NGHTTP2_ENHANCE_YOUR_CALM, "a header block does not end")
        }
        let step = life.step(
            loop.options, now: now, hasStreams: !session.streams.isEmpty, isDraining: drain != .none)
        switch step {
        case .nothing: break
        case .ping:
            session.submitPing()
            requestFlush()
        case .drain(let reason): startDraining(reason)
        case .cut: return cut(ServerStream.outlived)
        case .giveUp: return close()
        }
        giveUpStalledCalls(now)
        if timer == nil { lookLater() }
    }

    private func giveUpStalledCalls(_ now: Int64) {
        for stream in Array(session.streams.values) where now - stream.lastProgress > Limits.stalledCall {
            if stream.machine.hasEnded {
                // The answer is whole, and nobody takes it.
                session.reset(stream, NGHTTP2_CANCEL)
            } else if stream.awaitsRequest {
                stream.end(ServerStream.stalled)
            } else {
                continue
            }
            requestFlush()
        }
    }
}
