import UsherRPC

/// Whose handler runs when a connection has more calls than may run at a time.
///
/// Calls with small answers, calls with large ones, and feeds each have a line of their own: a download that is under way
/// holds no lock up, and neither does what feeds queued, which stays there for as long as their readers like. Further
/// downloads and new feeds do wait for those.
extension ServerConnection {
    /// Waits for the stream's turn. False if its call ended before; else the handler says `endTurn` when it is done.
    func takeTurn(_ stream: ServerStream) async -> Bool {
        guard stream.isOpen else { return false }
        stream.expectAnswer()
        if enter(stream) { return true }
        let hasTurn = await withCheckedContinuation { stream.turn = $0 }
        if hasTurn {
            withGate(of: stream) { $0.begin() }
            giveTurns()
        }
        return hasTurn
    }

    /// Takes the stream's turn if nobody is before it. False if somebody is: it stands in no line yet.
    func takeTurnAtOnce(_ stream: ServerStream) -> Bool {
        stream.expectAnswer()
        return enters(stream)
    }

    /// The stream did nothing with its turn, and takes another one.
    func giveTurnBack(_ stream: ServerStream) {
        leave(stream)
    }

    /// False if it must wait, in the line where it is then.
    private func enter(_ stream: ServerStream) -> Bool {
        let hasEntered = enters(stream)
        if !hasEntered { withGate(of: stream) { $0.wait(stream.id) } }
        return hasEntered
    }

    private func enters(_ stream: ServerStream) -> Bool {
        switch stream.lane {
        case .small: smallAnswers.enter(stream.expectedAnswer, within: roomForAnswers)
        case .large: largeAnswers.enter(stream.expectedAnswer, within: roomForAnswers)
        case .feed: feedGate.enter(hasRoom: hasRoomForFeeds)
        }
    }

    func endTurn(_ stream: ServerStream) {
        leave(stream)
        stream.noteAnswer()
        giveTurns()
    }

    private func leave(_ stream: ServerStream) {
        switch stream.lane {
        case .small: smallAnswers.leave(stream.expectedAnswer)
        case .large: largeAnswers.leave(stream.expectedAnswer)
        case .feed: feedGate.leave()
        }
    }

    /// The stream's call has ended: it waits no more.
    func leaveGates(_ stream: ServerStream) {
        withGate(of: stream) { $0.remove(stream.id) }
    }

    private func withGate(of stream: ServerStream, _ body: (inout HandlerGate) -> Void) {
        switch stream.lane {
        case .small: body(&smallAnswers.gate)
        case .large: body(&largeAnswers.gate)
        case .feed: body(&feedGate)
        }
    }

    /// Calls that wait for answers to be taken.
    var waitingForAnswers: Int { smallAnswers.gate.waitingCount + largeAnswers.gate.waitingCount }

    /// Calls whoever may run now.
    func giveTurns() {
        moveLargeOnes()
        if let id = smallAnswers.gate.first, let stream = waiter(id),
            smallAnswers.hasRoom(for: stream.expectedAnswer, within: roomForAnswers)
        {
            smallAnswers.callFirst(stream.expectedAnswer)
            stream.turn.take()?.resume(returning: true)
        }
        if let id = largeAnswers.gate.first, let stream = waiter(id),
            largeAnswers.hasRoom(for: stream.expectedAnswer, within: roomForAnswers)
        {
            largeAnswers.callFirst(stream.expectedAnswer)
            stream.turn.take()?.resume(returning: true)
        }
        if let id = feedGate.first, let stream = waiter(id), hasRoomForFeeds {
            feedGate.callFirst()
            stream.turn.take()?.resume(returning: true)
        }
    }

    /// What was taken for a call with a small answer may be known better by now.
    private func moveLargeOnes() {
        while let id = smallAnswers.gate.first, let stream = waiter(id) {
            stream.expectAnswer()
            guard stream.lane == .large else { return }
            smallAnswers.gate.remove(id)
            largeAnswers.gate.wait(id)
        }
    }

    /// Streams leave their line when they end, so whoever is in it is there and waits.
    private func waiter(_ id: Int32) -> ServerStream? {
        session.streams[id].flatMap { $0.turn == nil ? nil : $0 }
    }

    /// When the whole server holds many answers, connections that take theirs go first.
    private var roomForAnswers: Int { isCrowded ? Limits.outboundInCrowd : Limits.outboundBeforeStart }

    private var hasRoomForFeeds: Bool { outboundBytes < roomForAnswers }

    private var isCrowded: Bool { loop.outbound.inUse > Limits.crowdedOutbound }
}
