import UsherRPC

/// Whose handler runs when a connection has more calls than may run at a time.
///
/// Feeds have a gate of their own: what they queue stays there for as long as their reader likes, and calls shall not
/// wait for that. New feeds do.
extension ServerConnection {
    /// Waits for the stream's turn. False if its call ended before; else the handler says `endTurn` when it is done.
    func takeTurn(_ stream: ServerStream) async -> Bool {
        guard stream.isOpen else { return false }
        if stream.isFeed {
            if feedGate.enter(hasRoom: hasRoomForFeeds) { return true }
            feedGate.wait(stream.id)
        } else {
            if gate.enter(hasRoom: hasRoomForAnswers) { return true }
            gate.wait(stream.id)
            letMoreRun()
        }
        let hasTurn = await withCheckedContinuation { stream.turn = $0 }
        if hasTurn {
            if stream.isFeed { feedGate.begin() } else { gate.begin() }
            giveTurns()
        }
        return hasTurn
    }

    /// Handlers that take their time let others run beside them after a while.
    private func letMoreRun() {
        guard growth == nil, state == .open else { return }
        growth = loop.reactor.setTimer(at: loop.now + Limits.handlerGrowth) { [weak self] in
            guard let self else { return }
            growth = nil
            gate.allowMore()
            giveTurns()
            if gate.waitingCount > 0 { letMoreRun() }
        }
    }

    func endTurn(_ stream: ServerStream) {
        if stream.isFeed { feedGate.leave(0) } else { gate.leave(stream.accountedOutput) }
        giveTurns()
    }

    /// The stream's call has ended: it waits no more.
    func leaveGates(_ id: Int32) {
        gate.remove(id)
        feedGate.remove(id)
    }

    /// Calls whoever may run now.
    func giveTurns() {
        if gate.waitingCount > 0 { giveTurn(&gate, hasRoom: hasRoomForAnswers) }
        if feedGate.waitingCount > 0 { giveTurn(&feedGate, hasRoom: hasRoomForFeeds) }
    }

    private func giveTurn(_ gate: inout HandlerGate, hasRoom: Bool) {
        guard let next = gate.next(hasRoom: hasRoom) else { return }
        // Streams leave the gate when they end, so this one is there and waits.
        guard let turn = session.streams[next]?.turn.take() else {
            gate.begin()
            gate.leave(0)
            return
        }
        turn.resume(returning: true)
    }

    /// Nobody begins to work on answers while too many wait to be taken, the largest aside: one download must not hold
    /// all other calls. When the whole server has many, connections that take theirs go first.
    private var hasRoomForAnswers: Bool {
        let most = isCrowded ? Limits.outboundInCrowd : Limits.outboundBeforeStart
        let expected = answerBytes + gate.expectedBytes
        if expected < most { return true }
        if isCrowded { return false }
        let largest = session.streams.values.reduce(0) { max($0, $1.isAnswer ? $1.accountedOutput : 0) }
        return expected - largest < most
    }

    private var hasRoomForFeeds: Bool {
        outboundBytes < (isCrowded ? Limits.outboundInCrowd : Limits.outboundBeforeStart)
    }

    private var isCrowded: Bool { loop.outbound.inUse > Limits.crowdedOutbound }
}
