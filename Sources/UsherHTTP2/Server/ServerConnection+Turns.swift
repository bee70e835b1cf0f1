import UsherRPC

/// Whose handler runs when a connection has more calls than may run at a time.
extension ServerConnection {
    /// Waits for the stream's turn. False if its call ended before; else the handler says `endTurn` when it is done.
    func takeTurn(_ stream: ServerStream) async -> Bool {
        guard stream.isOpen else { return false }
        if gate.enter(hasRoom: hasRoomForAnswers) { return true }
        gate.wait(stream.id)
        let hasTurn = await withCheckedContinuation { stream.turn = $0 }
        if hasTurn {
            gate.begin()
            giveTurns()
        }
        return hasTurn
    }

    func endTurn() {
        gate.leave()
        giveTurns()
    }

    /// Calls whoever may run now.
    func giveTurns() {
        guard gate.waitingCount > 0, let next = gate.next(hasRoom: hasRoomForAnswers) else { return }
        // Streams leave the gate when they end, so this one is there and waits.
        guard let turn = session.streams[next]?.turn.take() else {
            gate.begin()
            gate.leave()
            return
        }
        turn.resume(returning: true)
    }

    /// Nobody begins to work on answers while too many wait to be taken; when the whole server has many, connections
    /// that take theirs go first.
    private var hasRoomForAnswers: Bool {
        let isCrowded = loop.outbound.inUse > Limits.crowdedOutbound
        return answerBytes < (isCrowded ? Limits.outboundInCrowd : Limits.outboundBeforeStart)
    }
}
