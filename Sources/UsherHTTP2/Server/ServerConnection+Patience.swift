import CNghttp2
import CSystem
import UsherRPC

/// What a connection does about peers that keep it waiting: with their SETTINGS, with the end of a header block or of a
/// request, or with taking their answers.
extension ServerConnection {
    /// True until the client's first SETTINGS came, TLS included.
    var isHandshaking: Bool { !session.isEstablished }

    /// Sets the timer for whatever the peer owes, if it owes something and the timer is not set for as soon already.
    func expectPeer() {
        guard state == .open else { return }
        var due = Int64.max
        if isHandshaking { due = opened + Limits.handshake }
        if let began = session.headersBegan { due = min(due, began + Limits.handshake) }
        if owedAnswers > 0 { due = min(due, loop.now + Limits.drainLook) }
        if session.unfinishedRequests > 0 { due = min(due, requestsDue) }
        guard due < patience?.deadline ?? .max else { return }
        if let patience { loop.reactor.cancel(patience) }
        patience = loop.reactor.setTimer(at: due) { [weak self] in self?.lookAtPeer() }
    }

    private func lookAtPeer() {
        patience = nil
        guard state == .open else { return }
        let now = loop.now
        if isHandshaking, now - opened >= Limits.handshake {
            return terminate(NGHTTP2_SETTINGS_TIMEOUT, "no SETTINGS came")
        }
        if let began = session.headersBegan, now - began >= Limits.handshake {
            return terminate(NGHTTP2_ENHANCE_YOUR_CALM, "a header block does not end")
        }
        if owedAnswers > 0 { watchDrain(now) }
        if state == .open, now >= requestsDue { giveUpRequests(now) }
        expectPeer()
    }

    // MARK: Answers

    /// The call has ended, and its answer is still to be taken.
    func owe(_ stream: ServerStream) {
        guard stream.owedSince == 0 else { return }
        stream.owedSince = loop.turnTime
        if owedAnswers == 0 { drainWatch.rest() }
        owedAnswers += 1
    }

    /// The answer was taken, or nobody wants it.
    func settleDebt(_ stream: ServerStream) {
        guard stream.owedSince != 0 else { return }
        stream.owedSince = 0
        owedAnswers -= 1
    }

    private func watchDrain(_ now: Int64) {
        session.settleFeeds()
        writeSettled()
        let underWay = usher_unacknowledged(descriptor) + pendingCount
        let look = DrainWatch.Look(
            now: now, waiting: outboundBytes, taken: session.takenBytes, arrived: sentBytes - underWay,
            underWay: underWay)
        let isStalled = drainWatch.isStalled(look)
        if isStalled { drainWatch.rest() }
        // One whose window stays shut while others are taken is given up as well, later.
        let patience = isStalled ? Limits.drainPatience : Limits.answerPatience
        let stalled = session.streams.values.filter { $0.owedSince != 0 && now - $0.owedSince >= patience }
        // Calls that wait behind them would wait for ever.
        guard stalls.take(stalled.count + (isStalled ? waitingForAnswers : 0), now: now) else {
            return terminate(NGHTTP2_ENHANCE_YOUR_CALM, "answers are not taken")
        }
        for stream in stalled {
            session.reset(stream, NGHTTP2_ENHANCE_YOUR_CALM)
            stream.lose(session)
        }
        if !stalled.isEmpty { requestFlush() }
    }

    // MARK: Requests

    private func giveUpRequests(_ now: Int64) {
        var stalled: [ServerStream] = []
        requestsDue = .max
        for stream in session.streams.values where stream.isUnfinished {
            // What waits for others' uploads is looked at again when they must be done.
            let began = stream.upload == .waiting ? now : stream.began
            let due = RequestPatience.deadline(began: began, received: stream.receivedBytes)
            if now >= due { stalled.append(stream) } else { requestsDue = min(requestsDue, due) }
        }
        guard stalls.take(stalled.count, now: now) else {
            return terminate(NGHTTP2_ENHANCE_YOUR_CALM, "requests do not go on")
        }
        for stream in stalled {
            if stream.plain != nil { session.reset(stream, NGHTTP2_CANCEL) } else { stream.end(ServerStream.stalled) }
        }
        if !stalled.isEmpty { requestFlush() }
    }
}
