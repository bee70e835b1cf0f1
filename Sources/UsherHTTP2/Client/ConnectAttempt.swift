import CSystem
import UsherRPC

/// An attempt to reach one address of a channel: resolve its name, then try what it stands for, IPv6 and IPv4 in turn,
/// each next one a moment after the last. The first that speaks HTTP/2 wins. Belongs to the channel's loop.
final class ConnectAttempt {
    let endpoint: Int
    let place: Int
    private unowned let channel: ChannelCore
    private unowned let round: ConnectRound
    private let reactor: Reactor
    private let host: String
    private let port: UInt16
    private var deadline: Int64
    private var addresses: [usher_address] = []
    private var race = StaggeredRace(count: 0, delay: 0)
    private var candidates: [Int: ConnectCandidate] = [:]
    private var timer: LoopTimer?
    private var isOver = false
    private var lastError: RPCError

    init(endpoint: Int, place: Int, channel: ChannelCore, round: ConnectRound) {
        self.endpoint = endpoint
        self.place = place
        self.channel = channel
        self.round = round
        reactor = channel.reactor
        host = channel.endpoints[endpoint].host
        port = channel.endpoints[endpoint].port
        deadline = reactor.now + channel.connectTimeout
        lastError = RPCError(.unavailable, "cannot connect to \(host) port \(port): no address answered")
    }

    func start() {
        if let address = Resolver.parse(host: host, port: port) { return connect([address]) }
        guard channel.endpoints[endpoint].lookups < Limits.maxLookups else {
            return resolved(.failure(RPCError(.unavailable, "the name '\(host)' is still being looked up")))
        }
        arm()
        channel.endpoints[endpoint].lookups += 1
        Resolver.resolve(host: host, port: port, by: channel.lookUp, on: reactor) { [self, channel] answer in
            channel.endpoints[endpoint].lookups -= 1
            if !isOver { resolved(answer) }
        }
    }

    /// It has until `time` at most.
    func hurry(until time: Int64) {
        guard !isOver, time < deadline else { return }
        deadline = time
        arm()
    }

    /// The round needs it no more.
    func abandon() {
        isOver = true
        disarm()
        let running = candidates.values
        candidates = [:]
        for candidate in running { candidate.abandon() }
    }

    private func resolved(_ answer: Result<[usher_address], RPCError>) {
        switch answer {
        case .success(let found):
            channel.endpoints[endpoint].known = found
            connect(found)
        case .failure(let error):
            let known = channel.endpoints[endpoint].known
            if known.isEmpty { fail(error) } else { connect(known) }
        }
    }

    private func connect(_ found: [usher_address]) {
        addresses = Resolver.interleaved(found)
        race = StaggeredRace(count: addresses.count, delay: Limits.addressDelay)
        if let first = race.begin(now: reactor.now) { begin(first) } else { fail(lastError) }
    }

    private func begin(_ number: Int) {
        arm()
        let candidate = ConnectCandidate(number, attempt: self, reactor: reactor)
        candidates[number] = candidate
        let result = withUnsafePointer(to: addresses[number]) { usher_connect($0) }
        guard result >= 0 else { return candidateFailed(candidate, failure(-result)) }
        do throws(TransportError) {
            try reactor.add(result, .write, candidate)
            candidate.descriptor = result
        } catch {
            usher_close(result)
            candidateFailed(candidate, failure(error.code))
        }
    }

    private func failure(_ code: Int32) -> RPCError {
        let reason = TransportError.system(code, "connect").message
        return RPCError(.unavailable, "cannot connect to \(host) port \(port): \(reason)")
    }

    // MARK: What candidates tell

    /// The socket is connected, or will never be.
    func socketReady(_ candidate: ConnectCandidate) {
        guard let descriptor = candidate.descriptor, !isOver else { return }
        let code = usher_socket_error(descriptor)
        reactor.remove(descriptor)
        candidate.descriptor = nil
        guard code == 0 else {
            usher_close(descriptor)
            return candidateFailed(candidate, failure(code))
        }
        guard let connection = channel.makeConnection(descriptor, endpoint, candidate) else {
            return candidateFailed(candidate, RPCError(.unavailable, "no memory for a connection"))
        }
        race.progressed(candidate.number, patience: Limits.handshakeHeadStart, now: reactor.now)
        arm()
        // It may end at once, which leads to the next address: it must be known here before.
        candidate.connection = connection
        connection.open()
    }

    func candidateSucceeded(_ candidate: ConnectCandidate, _ connection: ClientConnection) {
        guard !isOver else { return }
        candidates[candidate.number] = nil
        abandon()
        round.attemptSucceeded(self, connection)
    }

    func candidateFailed(_ candidate: ConnectCandidate, _ error: RPCError) {
        guard !isOver else { return }
        candidates[candidate.number] = nil
        lastError = error
        let next = race.failed(candidate.number, now: reactor.now)
        guard !race.isLost else { return fail(error) }
        arm()
        if let next { begin(next) }
    }

    private func fail(_ error: RPCError) {
        guard !isOver else { return }
        abandon()
        round.attemptFailed(self, error)
    }

    // MARK: Time

    private func arm() {
        disarm()
        timer = reactor.setTimer(at: min(race.wakesAt ?? .max, deadline)) { [weak self] in
            guard let self, !isOver else { return }
            timer = nil
            timePassed()
        }
    }

    private func timePassed() {
        guard reactor.now < deadline else {
            return fail(RPCError(.unavailable, "cannot connect to \(host) port \(port): timed out"))
        }
        if let next = race.timePassed(now: reactor.now) { begin(next) } else { arm() }
    }

    private func disarm() {
        if let timer { reactor.cancel(timer) }
        timer = nil
    }
}
