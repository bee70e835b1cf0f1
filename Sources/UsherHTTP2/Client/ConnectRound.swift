import UsherRPC

/// One round of attempts to connect, over all addresses that may serve: the next begins when the last one failed or took
/// long, and the first connection that stands wins. Belongs to the channel's loop.
final class ConnectRound {
    private unowned let channel: ChannelCore
    private let endpoints: [Int]
    private var race: StaggeredRace
    private var attempts: [Int: ConnectAttempt] = [:]
    private var errors: [(endpoint: Int, error: RPCError)] = []
    private var timer: LoopTimer?
    private var isOver = false

    init(_ endpoints: [Int], channel: ChannelCore) {
        self.endpoints = endpoints
        self.channel = channel
        race = StaggeredRace(count: endpoints.count, delay: Limits.endpointDelay)
    }

    func start() {
        guard let first = race.begin(now: channel.reactor.now) else {
            isOver = true
            return channel.roundFailed(self, RPCError(.unavailable, "the channel has no address"))
        }
        begin(first)
    }

    /// The channel needs it no more.
    func abandon() {
        isOver = true
        if let timer { channel.reactor.cancel(timer) }
        timer = nil
        let running = attempts.values
        attempts = [:]
        for attempt in running { attempt.abandon() }
    }

    private func begin(_ place: Int) {
        let attempt = ConnectAttempt(endpoint: endpoints[place], place: place, channel: channel, round: self)
        attempts[place] = attempt
        arm()
        attempt.start()
    }

    private func arm() {
        if let timer { channel.reactor.cancel(timer) }
        timer = nil
        guard let due = race.wakesAt else { return }
        timer = channel.reactor.setTimer(at: due) { [weak self] in
            guard let self, !isOver else { return }
            timer = nil
            if let next = race.timePassed(now: channel.reactor.now) { begin(next) }
        }
    }

    // MARK: What attempts tell

    func attemptSucceeded(_ attempt: ConnectAttempt, _ connection: ClientConnection) {
        guard !isOver else { return }
        attempts[attempt.place] = nil
        // Whoever began before the winner and is not there yet is worth no head start the next time.
        for slower in attempts.values where slower.place < attempt.place {
            channel.order.failed(slower.endpoint, now: channel.reactor.now)
        }
        abandon()
        channel.roundSucceeded(self, connection)
    }

    func attemptFailed(_ attempt: ConnectAttempt, _ error: RPCError) {
        guard !isOver else { return }
        attempts[attempt.place] = nil
        errors.append((attempt.endpoint, error))
        channel.order.failed(attempt.endpoint, now: channel.reactor.now)
        let next = race.failed(attempt.place, now: channel.reactor.now)
        guard !race.isLost else {
            abandon()
            return channel.roundFailed(self, sum)
        }
        arm()
        if let next { return begin(next) }
        guard race.allHaveBegun else { return }
        // One that answers nobody must not keep the others waiting, which may be back by now.
        let patience = channel.reactor.now + Limits.lastEndpointsPatience
        for attempt in attempts.values { attempt.hurry(until: patience) }
    }

    /// All that went wrong, in one error. It is final only if every server's was.
    private var sum: RPCError {
        guard errors.count > 1 else { return errors.first?.error ?? RPCError(.unavailable, "no address answered") }
        let reasons = errors.map { endpoint, error in
            let name = channel.endpoints[endpoint].authority
            return error.message.contains(name) ? error.message : "\(name): \(error.message)"
        }
        var all = RPCError(.unavailable, "no server can be reached: \(reasons.joined(separator: "; "))")
        if errors.allSatisfy({ RetryPushback($0.error.metadata) == .stop }) {
            all.metadata = RetryPushback.stop.metadata
        }
        return all
    }
}
