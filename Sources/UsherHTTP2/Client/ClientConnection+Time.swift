import CSystem
import UsherRPC

/// What passing time does to a connection: pings (gRPC's A8), and the end of one that nobody uses.
extension ClientConnection {
    /// The connection was opened.
    func beginTime() {
        if keepalive != nil { usher_set_user_timeout(descriptor, channel.keepaliveTimeout) }
        armKeepalive()
        if let span = channel.idleTimeout, idleTimer == nil, !channel.isSuspended { armIdle(at: idleSince, span) }
    }

    /// It is no more, or the channel is suspended.
    func stopTime() {
        if let timer = keepaliveTimer { reactor.cancel(timer) }
        keepaliveTimer = nil
        if let timer = idleTimer { reactor.cancel(timer) }
        idleTimer = nil
        if let timer = doubtTimer { reactor.cancel(timer) }
        doubtTimer = nil
        pingSentAt = nil
    }

    // MARK: Doubt

    /// The network changed: is the connection still one? A ping tells, and little patience.
    func doubt() {
        guard isReady, !isClosed else { return }
        isInDoubt = true
        doubtNumber &+= 1
        session.ping(doubtNumber)
        askFlush()
        if let timer = doubtTimer { reactor.cancel(timer) }
        doubtTimer = reactor.setTimer(at: reactor.now + Limits.doubtPatience) { [weak self] in
            self?.doubtTimer = nil
            self?.end(RPCError(.unavailable, "the connection did not survive a change of the network"))
        }
    }

    func doubtIsOver() {
        guard isInDoubt else { return }
        isInDoubt = false
        if let timer = doubtTimer { reactor.cancel(timer) }
        doubtTimer = nil
        channel.doubtIsOver(self)
    }

    // MARK: Keepalive

    /// A call began: pings are due again if they rested.
    func armKeepalive() {
        guard keepaliveTimer == nil, let span = keepalive, !isClosed, !channel.isSuspended else { return }
        let due = Self.later(pingSentAt ?? lastRead, pingSentAt == nil ? span : channel.keepaliveTimeout)
        keepaliveTimer = reactor.setTimer(at: due) { [weak self] in self?.keepaliveDue() }
    }

    /// A byte came: no ping is due for another while. The timer moves only when that is much later, so that a busy
    /// connection moves it once a second; left alone, it would wake an idle process for nothing.
    func postponeKeepalive() {
        guard let timer = keepaliveTimer, let span = keepalive,
            Self.later(lastRead, span) - timer.deadline >= Limits.farLater
        else { return }
        reactor.cancel(timer)
        keepaliveTimer = nil
        armKeepalive()
    }

    private func keepaliveDue() {
        keepaliveTimer = nil
        let now = reactor.now
        if let sent = pingSentAt, now - sent >= channel.keepaliveTimeout {
            return end(RPCError(.unavailable, "the server did not answer a ping"))
        }
        if pingSentAt == nil, let span = keepalive, now - lastRead >= span {
            // Without calls it rests; the next one arms it again.
            guard hasCalls || channel.keepaliveWithoutCalls else { return }
            pingSentAt = now
            session.ping(0)
            askFlush()
        }
        armKeepalive()
    }

    /// The server says that it is pinged too often: the channel's next connection pings half as often.
    func slowKeepalive() {
        guard let span = keepalive else { return }
        keepalive = channel.doubleKeepalive(span)
    }

    // MARK: Idleness

    private func armIdle(at start: Int64, _ span: Int64) {
        idleTimer = reactor.setTimer(at: Self.later(start, span)) { [weak self] in self?.idleDue(span) }
    }

    private func idleDue(_ span: Int64) {
        idleTimer = nil
        guard !isClosed, !isDraining else { return }
        // Calls set no timer: whether one ran meanwhile is seen here.
        if hasCalls { return armIdle(at: reactor.now, span) }
        if reactor.now - idleSince >= span { return drain() }
        armIdle(at: idleSince, span)
    }

    private static func later(_ time: Int64, _ span: Int64) -> Int64 {
        let (sum, overflow) = time.addingReportingOverflow(span)
        return overflow ? .max : sum
    }
}
