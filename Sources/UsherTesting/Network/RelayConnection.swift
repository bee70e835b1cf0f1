import CSystem
import UsherHTTP2

/// One client's connection through the relay, and the relay's own to the server. Belongs to the relay's loop.
final class RelayConnection {
    let id: Int
    private unowned let core: RelayCore
    private var client: RelayEnd?
    private var server: RelayEnd?
    /// The server's socket while its connection is being made.
    private var connecting: RelayEnd?
    private var addresses: [usher_address]
    private var pipes: [RelayDirection: RelayPipe] = [:]
    /// When the client's handshake has reached the server.
    private let opensAt: Int64
    private var timer: LoopTimer?
    /// Bytes were lost, or it was cut: what still comes vanishes.
    private var isDead = false
    private var isOver = false

    init(id: Int, client descriptor: Int32, _ core: RelayCore) {
        self.id = id
        self.core = core
        addresses = core.addresses.reversed()
        let conditions = core.conditions
        let trip = conditions.delayUp.nanoseconds + conditions.delayDown.nanoseconds
        let leavesAt = core.now + (conditions.delaysHandshake ? trip : 0)
        opensAt = leavesAt + conditions.delayUp.nanoseconds
        client = RelayEnd(descriptor, .up, self, core.reactor)
        for direction in RelayDirection.allCases {
            pipes[direction] = RelayPipe(direction, self, core, opensAt: direction == .up ? leavesAt : opensAt)
        }
    }

    func start() {
        if core.conditions.passage == .swallow { return die() }
        timer = core.reactor.setTimer(at: opensAt) { [weak self] in
            guard let self else { return }
            timer = nil
            goOn()
        }
        watchEnds()
    }

    // MARK: Events

    func ready(_ end: RelayEnd, _ readiness: Readiness) {
        if end === connecting { return connectEnded(end) }
        if isDead { return swallow(end) }
        guard let pipe = pipes[end.direction] else { return }
        if !readiness.isDisjoint(with: [.read, .hangup]), !pipe.read(end) { return breakOff() }
        goOn()
    }

    /// Time passed, a socket has room, or the conditions changed.
    func goOn() {
        guard !isOver else { return }
        if core.conditions.passage == .swallow { return die() }
        guard !isDead else { return watchEnds() }
        if server == nil, connecting == nil, core.moves, core.now >= opensAt { connect() }
        for direction in RelayDirection.allCases where !isOver {
            let target = direction == .up ? server : client
            if pipes[direction]?.deliver(to: target) == false { return breakOff() }
        }
        if pipes.values.allSatisfy(\.isDone) { return end(breaking: false) }
        watchEnds()
    }

    private func watchEnds() {
        for end in [client, server].compactMap(\.self) {
            var wanted: Readiness = []
            if isDead || pipes[end.direction]?.wantsBytes == true { wanted.insert(.read) }
            if pipes[end.direction == .up ? .down : .up]?.isBlocked == true, core.moves { wanted.insert(.write) }
            if !end.watch(wanted) { return self.end(breaking: true) }
        }
    }

    // MARK: The server's side

    private func connect() {
        guard let address = addresses.popLast() else { return end(breaking: true) }
        let descriptor = withUnsafePointer(to: address) { usher_connect($0) }
        guard descriptor >= 0 else { return connect() }
        let end = RelayEnd(descriptor, .down, self, core.reactor)
        connecting = end
        if !end.watch(.write) { self.end(breaking: true) }
    }

    private func connectEnded(_ end: RelayEnd) {
        connecting = nil
        if end.error == 0 {
            server = end
            core.change(id) { $0.hasReachedServer = true }
        } else {
            end.close()
            // A server that is not there resets its callers.
            connect()
        }
        goOn()
    }

    // MARK: Ends

    /// From now on its bytes vanish, and its sides are not told.
    private func die() {
        guard !isDead, !isOver else { return }
        isDead = true
        core.change(id) { $0.isDead = true }
        stopWaiting()
        watchEnds()
    }

    private func swallow(_ end: RelayEnd) {
        for _ in 0..<Limits.packetsPerTurn {
            switch end.read() {
            case .bytes(let bytes):
                core.count(id, end.direction, \.taken, bytes.count)
                core.count(id, end.direction, \.lost, bytes.count)
            case .nothing: return
            case .end, .failed:
                end.close()
                if client?.isClosed != false, server?.isClosed != false { self.end(breaking: false) }
                return
            }
        }
    }

    /// One side broke the connection: so does the relay with the other.
    private func breakOff() {
        end(breaking: true)
    }

    /// As `RelayCut` says.
    func cut(_ how: RelayCut) {
        switch how {
        case .reset: end(breaking: true)
        case .end:
            // Both sides find the end and hang up; nothing of theirs reaches the other any more.
            let told = [client, server].compactMap(\.self).filter { !$0.isClosed && $0.finish() }
            if told.isEmpty { return end(breaking: true) }
            die()
        }
    }

    private func stopWaiting(breaking: Bool = false) {
        if let timer { core.reactor.cancel(timer) }
        timer = nil
        // The server may have taken it already: it is told as the client is.
        connecting?.close(breaking: breaking)
        connecting = nil
        for pipe in pipes.values { pipe.drop() }
    }

    private func end(breaking: Bool) {
        guard !isOver else { return }
        isOver = true
        stopWaiting(breaking: breaking)
        for end in [client, server].compactMap(\.self) { end.close(breaking: breaking) }
        core.ended(self)
    }
}
