import CSystem
import UsherRPC

/// Which connections a channel has, and which it makes or lets go.
extension ChannelCore {
    /// Where the next call goes: the fullest connection that takes one more, so that those which are not needed run dry.
    var roomiest: ClientConnection? {
        var best: ClientConnection?
        for connection in open where connection.room > 0 {
            if let found = best, found.callCount >= connection.callCount { continue }
            best = connection
        }
        return best
    }

    /// True if one more connection could help: a server that allows no calls at all would not allow them there.
    var mayGrow: Bool {
        open.count + draining.count < maxConnections && open.allSatisfy { $0.hasCalls || $0.isInDoubt }
    }

    // MARK: Connecting

    func connect() {
        connect(order.all(now: reactor.now))
    }

    private func connect(_ order: [Int]) {
        endPause()
        let round = ConnectRound(order, channel: self)
        self.round = round
        round.start()
    }

    /// The socket stands; the peer's first SETTINGS decide. nil without memory.
    func makeConnection(
        _ descriptor: Int32, _ endpoint: Int, _ candidate: ConnectCandidate
    ) -> ClientConnection? {
        do throws(RPCError) {
            let session = tls?.makeSession(host: endpoints[endpoint].host, ticket: endpoints[endpoint].ticket.take())
            guard tls == nil || session != nil else {
                usher_close(descriptor)
                return nil
            }
            session?.onTicket = { [weak self] in self?.endpoints[endpoint].ticket = $0 }
            return try ClientConnection(
                descriptor: descriptor, tls: session, endpoint: endpoint, candidate: candidate, channel: self)
        } catch {
            return nil
        }
    }

    func roundSucceeded(_ round: ConnectRound, _ connection: ClientConnection) {
        guard round === self.round else { return }
        self.round = nil
        order.worked(connection.endpoint)
        open.append(connection)
        machine.connected()
        sendWaiting()
        leaveWorse(than: connection)
        // One may come late, for calls that found another way.
        connectionRests(connection)
        watchForReturn()
    }

    private func leaveWorse(than connection: ClientConnection) {
        guard order.returns else { return }
        for other in open {
            let better = order.better(than: other.endpoint, now: reactor.now)
            if better.contains(connection.endpoint) { other.drain() }
        }
    }

    /// All attempts came to nothing.
    func roundFailed(_ round: ConnectRound, _ error: RPCError) {
        guard round === self.round else { return }
        self.round = nil
        var generator = SystemRandomNumberGenerator()
        guard let nanoseconds = machine.connectFailed(error, random: generator.next()) else { return }
        failedAt = reactor.now
        setPause(until: failedAt + nanoseconds)
        guard case .pausing = machine.state else { return }
        for call in waiting.takeAll() {
            if call.options.waitsForReady { waiting.append(call) } else { refuse(call, error) }
        }
    }

    private func setPause(until time: Int64) {
        endPause()
        pause = reactor.setTimer(at: time) { [unowned self] in
            pause = nil
            if machine.pauseEnded(callsWait: callsWait) { connect() }
        }
    }

    private func endPause() {
        if let pause { reactor.cancel(pause) }
        pause = nil
    }

    func shortenPause() {
        let latest = failedAt + Limits.hurriedPause
        if let pause, pause.deadline > latest { setPause(until: latest) }
    }

    // MARK: What connections tell

    func connectionDraining(_ connection: ClientConnection) {
        guard let place = open.firstIndex(where: { $0 === connection }) else { return }
        open.remove(at: place)
        draining[ObjectIdentifier(connection)] = connection
        connectionsChanged()
    }

    func connectionEnded(_ connection: ClientConnection, _ error: RPCError) {
        if draining.removeValue(forKey: ObjectIdentifier(connection)) != nil { return sendWaiting() }
        guard let place = open.firstIndex(where: { $0 === connection }) else { return }
        open.remove(at: place)
        // Of one that was in doubt the network is the reason, not the server.
        if !connection.isInDoubt { order.broke(connection.endpoint, now: reactor.now) }
        connectionsChanged()
    }

    /// The server ends this connection, and unless it takes other ones, goes away as a whole.
    func serverGoesAway(_ connection: ClientConnection, takesOthers: Bool) {
        if takesOthers {
            order.worked(connection.endpoint)
        } else {
            order.failed(connection.endpoint, now: reactor.now)
        }
    }

    private func connectionsChanged() {
        if open.contains(where: { !$0.isInDoubt }) { return sendWaiting() }
        if machine.connectionGone(callsWait: callsWait) { connect() }
    }

    /// A connection answered after all.
    func doubtIsOver(_ connection: ClientConnection) {
        guard open.contains(where: { $0 === connection }) else { return }
        if case .pausing = machine.state { endPause() }
        machine.connectionBack()
        sendWaiting()
        connectionRests(connection)
    }

    /// A call ended, or the server allows more.
    func roomAppeared(_ connection: ClientConnection) {
        if !waiting.isEmpty { sendWaiting() }
        if !connection.hasCalls { connectionRests(connection) }
    }

    /// A server found pings after `span` too many: what the next connections wait.
    func doubleKeepalive(_ span: Int64) -> Int64 {
        let (twice, overflow) = span.multipliedReportingOverflow(by: 2)
        // Two connections that pinged alike are one complaint.
        let doubled = max(keepalive ?? span, overflow ? .max : twice)
        keepalive = doubled
        return doubled
    }

    // MARK: Connections that nobody needs

    private func connectionRests(_ connection: ClientConnection) {
        guard !connection.hasCalls, !connection.isClosed else { return }
        if isSuspended { return connection.drain() }
        if open.count > 1, surplusTimer == nil { setSurplusTimer(at: reactor.now + Limits.surplusIdle) }
    }

    private func setSurplusTimer(at time: Int64) {
        surplusTimer = reactor.setTimer(at: time) { [unowned self] in
            surplusTimer = nil
            dropSurplus()
        }
    }

    private func dropSurplus() {
        let now = reactor.now
        let idle = open.filter { !$0.hasCalls }
        for connection in idle where now - connection.idleSince >= Limits.surplusIdle {
            if open.count(where: { !$0.isInDoubt }) > 1 { connection.drain() }
        }
        let next = open.filter { !$0.hasCalls }.map { $0.idleSince + Limits.surplusIdle }.min()
        if open.count > 1, surplusTimer == nil, let next { setSurplusTimer(at: max(next, now + Limits.surplusLook)) }
    }

    // MARK: Back to the address that is liked best

    private func watchForReturn() {
        guard order.returns, returnTimer == nil, !isSuspended,
            let due = open.compactMap({ order.returnsAt($0.endpoint) }).min()
        else { return }
        returnTimer = reactor.setTimer(at: max(due, reactor.now + Limits.surplusLook)) { [unowned self] in
            returnTimer = nil
            let worst = open.map { order.better(than: $0.endpoint, now: reactor.now) }.max { $0.count < $1.count }
            if let better = worst, !better.isEmpty, round == nil, machine.grows(true) { connect(better) }
            watchForReturn()
        }
    }

    // MARK: The world around

    func networkChanged() {
        guard machine.state != .closed else { return }
        order.forgiveAll()
        round?.abandon()
        round = nil
        endPause()
        for connection in open + draining.values { connection.doubt() }
        if machine.networkChanged(callsWait: callsWait) { connect() }
    }

    func suspend() {
        guard machine.state != .closed, !isSuspended else { return }
        isSuspended = true
        for timer in [surplusTimer, returnTimer].compactMap(\.self) { reactor.cancel(timer) }
        (surplusTimer, returnTimer) = (nil, nil)
        if !callsWait, pause != nil {
            endPause()
            _ = machine.pauseEnded(callsWait: false)
        }
        for connection in open {
            connection.stopTime()
            if !connection.hasCalls { connection.drain() }
        }
        for connection in draining.values { connection.stopTime() }
    }

    func resume() {
        guard machine.state != .closed, isSuspended else { return }
        isSuspended = false
        for connection in open + draining.values { connection.beginTime() }
        networkChanged()
        watchForReturn()
    }
}
