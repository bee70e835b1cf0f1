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

    func setHousekeeping(_ nanoseconds: Int64) {
        setTimer(nanoseconds) { $0.keepHouse() }
    }

    private func keepHouse() {
        guard state == .open else { return }
        let now = loop.now
        guard session.isEstablished else { return terminate(NGHTTP2_SETTINGS_TIMEOUT, "no SETTINGS came") }
        if let began = session.headersBegan, now - began > Limits.handshake {
            return terminate(NGHTTP2_ENHANCE_YOUR_CALM, "a header block does not end")
        }
        if session.streams.isEmpty {
            if now - lastStream > Limits.idleConnection { startDraining() }
        } else {
            guard now - lastHeard < Limits.peerSilence else { return close() }
            if !isPinging, now - lastHeard >= Limits.housekeeping / 2 {
                isPinging = true
                session.submitPing()
                requestFlush()
            }
            giveUpStalledCalls(now)
        }
        if timer == nil { setHousekeeping(Limits.housekeeping) }
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
