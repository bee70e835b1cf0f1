import CSystem
import UsherRPC

/// A channel's inner life: its machine, its connection, the calls that wait.
///
/// Guard: constants aside, touched on `reactor`'s thread alone.
final class ChannelCore: @unchecked Sendable {
    let reactor: Reactor
    let keepaliveTimeout: Int64
    let keepaliveWithoutCalls: Bool
    private(set) var keepalive: Int64?
    let idleTimeout: Int64?
    private let host: String
    private let port: UInt16
    private let userAgent: String
    private let connectTimeout: Int64
    private let authority: String
    private let tls: ClientTLS?
    /// To take up the last TLS session on the next connection.
    private var ticket: TLSTicket?

    private var machine = ChannelMachine()
    private var attempt: ConnectAttempt?
    /// Takes new calls once it is ready.
    private var current: ClientConnection?
    /// Run their last calls.
    private var draining: [ObjectIdentifier: ClientConnection] = [:]
    /// In the order in which they came; those that ended meanwhile are skipped.
    private var waiting: [ClientCall] = []
    private var pause: LoopTimer?
    /// When the last attempt to connect failed.
    private var failedAt: Int64 = 0
    /// All calls that have not ended.
    private var calls: [ObjectIdentifier: ClientCall] = [:]

    init(host: String, port: UInt16, options: ChannelOptions, reactor: Reactor) {
        self.reactor = reactor
        self.host = host
        self.port = port
        tls = options.tls
        let name = options.tls?.serverName ?? host
        authority = name.contains(":") ? "[\(name)]:\(port)" : "\(name):\(port)"
        let library = "grpc-usher-swift/\(Limits.version)"
        userAgent = options.userAgent.isEmpty ? library : "\(options.userAgent) \(library)"
        connectTimeout = max(1, options.connectTimeout)
        keepalive = options.keepaliveSpan
        keepaliveTimeout = max(1, options.keepaliveTimeout)
        keepaliveWithoutCalls = options.keepaliveWithoutCalls
        idleTimeout = options.idleTimeout.map { max(1, $0) }
    }

    // MARK: Calls

    func start(_ call: ClientCall) {
        if call.machine.end != nil { return finish(call) }
        guard calls.count < Limits.maxCallsPerChannel else {
            return refuse(call, RPCError(.resourceExhausted, "too many calls on one channel"))
        }
        calls[ObjectIdentifier(call)] = call
        if let deadline = call.deadline {
            call.timer = reactor.setTimer(at: deadline) { [unowned self] in
                call.machine.deadlinePassed(waitingFor: call.connection == nil ? authority : nil)
                finish(call)
            }
        }
        dispatch(call)
    }

    func cancel(_ call: ClientCall) {
        guard !call.isFinished else { return call.dropMessages() }
        call.dropMessages()
        call.machine.cancelled()
        // A call that has not started yet ends when it does.
        if calls[ObjectIdentifier(call)] != nil { finish(call) }
    }

    /// A message of the reply cannot be read.
    func fail(_ call: ClientCall, _ error: RPCError) {
        call.dropMessages()
        call.machine.unreadable(error)
        finish(call)
    }

    private func dispatch(_ call: ClientCall) {
        switch machine.callArrived(waitsForReady: call.options.waitsForReady, hurries: call.options.hurries) {
        case .send: send(call)
        case .wait: waiting.append(call)
        case .connect:
            waiting.append(call)
            connect()
        case .hurry:
            waiting.append(call)
            shortenPause()
        case .fail(let error): refuse(call, error)
        }
    }

    private func refuse(_ call: ClientCall, _ error: RPCError) {
        call.machine.refused(error)
        finish(call)
    }

    private func send(_ call: ClientCall) {
        guard let connection = current else { preconditionFailure("a ready channel has a connection") }
        do throws(RPCError) {
            let remaining = call.deadline.map { max(0, $0 - reactor.now) }
            let fields = try ClientRequestHead.fields(
                scheme: tls == nil ? "http" : "https", path: call.path, authority: authority, timeout: remaining,
                userAgent: userAgent, metadata: call.metadata, encoding: call.options.requestEncoding)
            // A connection that takes no more has told the machine so: the call goes to the next one.
            if !connection.start(call, fields: fields) { dispatch(call) }
        } catch {
            refuse(call, error)
        }
    }

    /// The call's machine has its end. A call that no server looked at is sent again.
    func callEnded(_ call: ClientCall, connectionIsGone: Bool) {
        let attempts = connectionIsGone ? Limits.transparentAttempts : 2
        if case .neverProcessed = call.machine.end, call.attempts < attempts, !call.isFinished, call.body.canRestart {
            call.renew()
            return dispatch(call)
        }
        finish(call)
    }

    private func finish(_ call: ClientCall) {
        guard !call.isFinished else { return }
        call.isFinished = true
        calls[ObjectIdentifier(call)] = nil
        if let timer = call.timer { reactor.cancel(timer) }
        call.timer = nil
        call.connection?.abandon(call)
        call.onTrailers?(call.machine.trailers)
        call.onTrailers = nil
        if let end = call.machine.end { call.body.close(end) }
        call.deliver()
        call.connection = nil
    }

    // MARK: Connections

    private func connect() {
        let attempt = ConnectAttempt(host: host, port: port, deadline: reactor.now + connectTimeout, channel: self)
        self.attempt = attempt
        attempt.start()
    }

    /// The attempt's socket stands; the peer's first SETTINGS decide. The attempt opens the connection; nil without memory.
    func socketConnected(_ descriptor: Int32) -> ClientConnection? {
        do throws(RPCError) {
            let session = tls?.makeSession(host: host, ticket: ticket.take())
            guard tls == nil || session != nil else {
                usher_close(descriptor)
                return nil
            }
            session?.onTicket = { [weak self] in self?.ticket = $0 }
            let connection = try ClientConnection(
                descriptor: descriptor, tls: session, authority: authority, channel: self)
            current = connection
            return connection
        } catch {
            return nil
        }
    }

    func connectionReady(_ connection: ClientConnection) {
        guard connection === current, machine.state == .connecting else { return }
        attempt?.succeeded()
        attempt = nil
        machine.connected()
        let calls = waiting
        waiting = []
        for call in calls where !call.isFinished { dispatch(call) }
    }

    /// An attempt came to nothing.
    func connectFailed(_ error: RPCError) {
        attempt = nil
        current = nil
        var generator = SystemRandomNumberGenerator()
        guard let nanoseconds = machine.connectFailed(error, random: generator.next()) else { return }
        failedAt = reactor.now
        setPause(until: failedAt + nanoseconds)
        let calls = waiting
        waiting = calls.filter { !$0.isFinished && $0.options.waitsForReady }
        for call in calls where !call.isFinished && !call.options.waitsForReady { refuse(call, error) }
    }

    private func setPause(until time: Int64) {
        if let pause { reactor.cancel(pause) }
        pause = reactor.setTimer(at: time) { [unowned self] in
            pause = nil
            if machine.pauseEnded(callsWait: callsWait) { connect() }
        }
    }

    private func shortenPause() {
        let latest = failedAt + Limits.hurriedPause
        if let pause, pause.deadline > latest { setPause(until: latest) }
    }

    func connectionDraining(_ connection: ClientConnection) {
        guard connection === current, connection.isReady else { return }
        draining[ObjectIdentifier(connection)] = connection
        current = nil
        if machine.connectionGone(callsWait: callsWait) { connect() }
    }

    func connectionEnded(_ connection: ClientConnection, _ error: RPCError) {
        draining[ObjectIdentifier(connection)] = nil
        guard connection === current else { return }
        current = nil
        if connection.isReady, machine.state == .ready {
            if machine.connectionGone(callsWait: callsWait) { connect() }
        } else {
            attempt?.connectionFailed(error)
        }
    }

    private var callsWait: Bool {
        waiting.contains { !$0.isFinished }
    }

    /// A server found pings after `span` too many: what the next connections wait.
    func doubleKeepalive(_ span: Int64) -> Int64 {
        let (twice, overflow) = span.multipliedReportingOverflow(by: 2)
        // Two connections that pinged alike are one complaint.
        let doubled = max(keepalive ?? span, overflow ? .max : twice)
        keepalive = doubled
        return doubled
    }

    // MARK: End

    func close() {
        guard machine.state != .closed else { return }
        machine.close()
        if let pause { reactor.cancel(pause) }
        pause = nil
        attempt?.abandon()
        attempt = nil
        waiting = []
        for call in calls.values.sorted(by: { $0.stream < $1.stream }) { cancel(call) }
        let connections = [current].compactMap(\.self) + draining.values
        current = nil
        draining = [:]
        for connection in connections { connection.close(RPCError(.cancelled, "the channel is closed")) }
    }
}
