import UsherCore
import UsherRPC
import UsherWire

/// What the network makes of it.
extension ClientRun {
    /// Takes from the gateway's streams what their readers can take.
    func pump() throws {
        guard gateway.isUp, now >= gateway.stalledUntil else { return }
        for loop in gateway.loops { loop.runPosted() }
        var hasEnded = false
        for stream in gateway.streams {
            guard let channel = stream.channel else { continue }
            while !channel.isDrained, stream.windowOpensAt <= now {
                for message in channel.drain() { try carry(message, on: stream) }
            }
            guard !channel.isOpen else { continue }
            hasEnded = true
            if let error = channel.finished { planEnd(of: stream, StreamFailure(error.message)) }
        }
        if hasEnded { gateway.forgetEndedStreams() }
    }

    /// One event leaves for its client.
    private func carry(_ message: FramedMessage, on stream: SimulatedStream) throws {
        guard !stream.isDead else { return }
        let bytes = Array(message.bytes.dropFirst(5))
        let event = try SeatEvent(decoding: bytes)
        let link = clients[stream.client].link
        let arrival = Happening.event(stream, event, bytes: bytes.count)
        let latency = link.latency + span(0, 5)
        var arrives = max(now + latency, stream.arrivesAt + 1)
        defer { stream.isFresh = false }
        if link.misfortune > 0, !isCalm, !stream.isFresh, random.oneIn(link.misfortune) {
            switch random.below(3) {
            case 0:
                clients[stream.client].book.misfortunes += 1
                return
            case 1: agenda.plan(arrival, at: arrives + span(0, 3_000))
            default:
                // What follows overtakes it.
                clients[stream.client].book.misfortunes += 1
                agenda.plan(arrival, at: arrives + span(0, 3_000))
                return
            }
        }
        if link.misfortune > 0, random.oneIn(30) { arrives += span(0, 4_000) }
        stream.arrivesAt = arrives
        agenda.plan(arrival, at: arrives)
    }

    /// The client hears that the stream ended, after everything that was sent before.
    func planEnd(of stream: SimulatedStream, _ failure: StreamFailure?) {
        guard !stream.isDead, !stream.isEnding else { return }
        stream.isEnding = true
        agenda.plan(
            .ended(stream, failure), at: max(now + clients[stream.client].link.latency, stream.arrivesAt + 1))
    }

    /// A client's request for a stream sets out.
    func send(open stream: SimulatedStream, from position: Position, showVersion: UInt64) {
        let link = clients[stream.client].link
        let request = Happening.opens(stream, position, showVersion: showVersion)
        switch link.state(at: now) {
        case .good: agenda.plan(request, at: now + link.latency)
        case .refusing: planEnd(of: stream, StreamFailure("the network is unreachable"))
        case .stalled: agenda.plan(request, at: link.recovers + link.latency)
        case .blackHole: stream.isDead = true
        case .noStreams:
            // Some proxies end what they keep to themselves.
            if random.oneIn(2) {
                stream.arrivesAt = now + span(500, 5_000)
                planEnd(of: stream, StreamFailure("the proxy ended the stream"))
            }
            stream.isDead = true
        }
    }

    func send(poll id: Int, of client: SimulatedClient, from position: Position) {
        let request = Happening.polls(client: client.number, id: id, position)
        switch client.link.state(at: now) {
        case .good, .noStreams: agenda.plan(request, at: now + client.link.latency)
        case .refusing:
            let failure = StreamFailure("the network is unreachable")
            agenda.plan(.pollFailure(client: client.number, id: id, failure), at: now + client.link.latency)
        case .stalled: agenda.plan(request, at: client.link.recovers + client.link.latency)
        case .blackHole: break
        }
    }

    /// Something for a client arrives where the client's network is. False if it does not get through now.
    func passes(_ happening: Happening, on stream: SimulatedStream) -> Bool {
        let link = clients[stream.client].link
        switch link.state(at: now) {
        case .good: return !stream.isDead || isEnd(happening)
        case .stalled:
            agenda.plan(happening, at: link.recovers)
            return false
        case .refusing, .blackHole, .noStreams:
            if isEnd(happening) { return true }
            stream.isDead = true
            return false
        }
    }

    private func isEnd(_ happening: Happening) -> Bool {
        if case .ended = happening { true } else { false }
    }
}
