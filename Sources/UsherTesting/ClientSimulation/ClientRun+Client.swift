import UsherCore

/// What happens at the clients: the part of a shell.
extension ClientRun {
    func localTime(_ client: SimulatedClient) -> Int64 { now + client.clockOffset }

    // MARK: From the network

    func hear(_ event: SeatEvent, bytes: Int, on stream: SimulatedStream) throws {
        guard passes(.event(stream, event, bytes: bytes), on: stream) else { return }
        let client = clients[stream.client]
        if case .drain(let span, _) = event { client.book.asked = span.nanoseconds }
        client.book.heard(on: stream.id, bytes: bytes)
        var id = stream.id
        if fault == .hearsOldStream, let open = client.book.stream { id = open }
        let seen = mangled(event, at: client)
        let isRepeat = repeats(seen, at: client)
        let told = fault == .miscounts && isRepeat != nil ? 0 : bytes
        let directives = client.machine.streamEvent(
            id: id, seen, bytes: told, now: localTime(client), using: &client.generator)
        if directives.first == .closeStream(id: stream.id), !isFarewell(seen) {
            try fail(client.number, client.book.gapWasFound())
        }
        if let isRepeat, fault == .tellsRepeats { try tell(.changed(isRepeat), client) }
        try perform(directives, of: client)
    }

    private func isFarewell(_ event: SeatEvent) -> Bool {
        if case .drain = event { true } else { false }
    }

    /// The changes of a delta that the client has already.
    private func repeats(_ event: SeatEvent, at client: SimulatedClient) -> [SeatChange]? {
        guard case .delta(let delta) = event, delta.lastSeq <= client.machine.replica.position.seq else { return nil }
        return delta.changes
    }

    private func mangled(_ event: SeatEvent, at client: SimulatedClient) -> SeatEvent {
        let place = client.machine.replica.position
        guard fault == .ignoresGap, case .delta(var delta) = event, delta.lastSeq > place.seq, !place.epoch.isEmpty
        else { return event }
        delta.firstSeq = place.seq + 1
        return .delta(delta)
    }

    func end(_ stream: SimulatedStream, _ failure: StreamFailure?) throws {
        guard passes(.ended(stream, failure), on: stream) else { return }
        let client = clients[stream.client]
        client.book.ended(stream.id, at: now)
        client.streams[stream.id] = nil
        try perform(
            client.machine.streamEnded(id: stream.id, failure, now: localTime(client), using: &client.generator),
            of: client)
    }

    func answer(_ number: Int, _ id: Int, _ event: SeatEvent, bytes: Int) throws {
        let client = clients[number]
        client.book.heard(on: id, bytes: bytes)
        client.book.pollEnded(id)
        try perform(
            client.machine.pollAnswered(
                id: id, event, bytes: bytes, now: localTime(client), using: &client.generator),
            of: client)
    }

    func lose(_ number: Int, _ id: Int, _ failure: StreamFailure) throws {
        let client = clients[number]
        client.book.pollEnded(id)
        try perform(
            client.machine.pollFailed(id: id, failure, now: localTime(client), using: &client.generator), of: client)
    }

    // MARK: Time

    func wake(_ client: SimulatedClient) throws {
        client.wakes = nil
        var time = localTime(client)
        if fault == .comesBackAtOnce, client.book.stream == nil, let due = client.machine.wakesAt {
            time = max(time, due)
        }
        try perform(client.machine.timePassed(now: time, using: &client.generator), of: client)
    }

    private func planTimer(of client: SimulatedClient) {
        guard var due = client.machine.wakesAt.map({ $0 - client.clockOffset }) else { return }
        if fault == .comesBackAtOnce, client.book.stream == nil { due = now }
        due = max(due, now)
        if let wakes = client.wakes, wakes <= due { return }
        client.wakes = due
        agenda.plan(.timer(client: client.number), at: due)
    }

    // MARK: Directives

    /// Does what the machine asked for, and holds the client against the truth.
    func perform(
        _ directives: [SeatWatchMachine.Directive], of client: SimulatedClient, byPerson: Bool = false
    ) throws {
        var isMapChanged = false
        for directive in directives {
            switch directive {
            case .openStream(let id, let position, let version):
                try fail(client.number, client.book.opened(id, at: now, byPerson: byPerson))
                let stream = SimulatedStream(client: client.number, id: id)
                client.streams[id] = stream
                send(open: stream, from: asked(position), showVersion: version)
                if fault == .pollsBesideStream, random.oneIn(4) {
                    try fail(client.number, client.book.polled(0, at: now))
                }
            case .closeStream(let id):
                if fault == .streamsWhileSuspended, client.machine.isSuspended { continue }
                client.book.ended(id, at: now)
                guard let stream = client.streams.removeValue(forKey: id) else { continue }
                // A gateway that cannot be reached finds out by its PINGs.
                let hearsIt = !stream.isDead && client.link.state(at: now) == .good
                agenda.plan(.left(stream), at: now + (hearsIt ? client.link.latency : 60 * Self.second))
            case .poll(let id, let position):
                try fail(client.number, client.book.polled(id, at: now))
                send(poll: id, of: client, from: position)
            case .cancelPoll(let id): client.book.pollEnded(id)
            case .tell(let news):
                try tell(news, client)
                switch news {
                case .changed, .replaced: isMapChanged = true
                case .side, .serverTime, .state: break
                }
            }
        }
        try check(client)
        if isMapChanged { try mapChanged(client) }
        planTimer(of: client)
    }

    private func asked(_ position: Position) -> Position {
        guard !position.epoch.isEmpty else { return position }
        switch fault {
        case .keepsPlaceInNewEpoch: return Position(epoch: gateway.ledger.epoch, seq: position.seq)
        case .resumesAhead: return Position(epoch: position.epoch, seq: position.seq + 1)
        default: return position
        }
    }

    private func tell(_ news: SeatWatchMachine.News, _ client: SimulatedClient) throws {
        if case .state(.waiting(let span, let failure)) = news {
            try fail(client.number, client.book.waits(span, after: failure, at: now))
        }
        if news == .state(.live) {
            try fail(client.number, client.book.wentLive(at: now))
            if fault == .staysStale { return }
        }
        if fault == .snapshotIsSilent, case .replaced(_, let newEpoch, false) = news {
            return try fail(
                client.number, client.app.told(.replaced(changes: [], newEpoch: newEpoch, newHall: false)))
        }
        try fail(client.number, client.app.told(news))
    }

    /// What holds after every step.
    private func check(_ client: SimulatedClient) throws {
        let replica = client.machine.replica
        try fail(client.number, client.app.reached(replica.position))
        if !replica.position.epoch.isEmpty {
            guard let map = gateway.map(at: replica.position) else {
                throw failure("client \(client.number): the gateway never was at \(replica.position)")
            }
            try fail(
                client.number, replica.states == map ? nil : "its map at \(replica.position) is not the gateway's")
        }
        try fail(client.number, client.app.states == replica.states ? nil : "its app's map is another than its own")
        if client.users > 0, client.app.state != client.machine.state {
            throw failure("client \(client.number): \(client.app.state) was told, it is \(client.machine.state)")
        }
        if client.machine.isSuspended, client.book.stream != nil || client.book.poll != nil {
            throw failure("client \(client.number): something is open while it is suspended")
        }
        try fail(client.number, client.book.contradicts(client.machine))
    }
}
