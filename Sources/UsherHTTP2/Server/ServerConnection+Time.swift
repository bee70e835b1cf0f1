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
        // Looks that are far off share moments: ten thousand peers that are pinged now and then wake their loop ten times a
        // second, not a thousand times.
        let shared = next - now >= Limits.sharedLookSpan ? (next | Limits.lookGridMask) : next
        // A handshake has a deadline of its own.
        setTimer(isHandshaking ? max(shared - now, Limits.handshakeLook) : shared - now) { $0.keepHouse() }
    }

    /// An open stream wants the peer to be heard at least this often.
    func listen(every span: Int64) {
        let isSooner = life.listen(every: span)
        // A drain's notice has the timer to itself; what follows it looks again.
        if isSooner, state == .open, drain != .noticed { lookLater() }
    }

    private func keepHouse() {
        guard state == .open else { return }
        let now = loop.now
        guard !isHandshaking else { return lookLater() }
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
        if timer == nil { lookLater() }
    }
}
