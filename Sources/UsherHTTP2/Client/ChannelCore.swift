import CSystem
import UsherRPC

/// A channel's inner life: its machine, its connections, the calls that wait.
///
/// Guard: constants aside, touched on `reactor`'s thread alone.
final class ChannelCore: @unchecked Sendable {
    let reactor: Reactor
    let connectTimeout: Int64
    let keepaliveTimeout: Int64
    let keepaliveWithoutCalls: Bool
    var keepalive: Int64?
    let idleTimeout: Int64?
    /// Calls that share one connection at most, whatever its server allows.
    let maxStreams: Int
    let maxConnections: Int
    let tls: ClientTLS?
    let lookUp: Resolver.LookUp?
    private let userAgent: String

    var machine = ChannelMachine()
    var endpoints: [ChannelEndpoint]
    var order: EndpointOrder
    var round: ConnectRound?
    /// Take calls, or will when their doubt is over.
    var open: [ClientConnection] = []
    /// Run their last calls.
    var draining: [ObjectIdentifier: ClientConnection] = [:]
    var waiting = CallQueue()
    var pause: LoopTimer?
    /// When the last round of attempts to connect failed.
    var failedAt: Int64 = 0
    /// Looks for connections that nobody needs beside others.
    var surplusTimer: LoopTimer?
    /// Looks for a better address than the present one.
    var returnTimer: LoopTimer?
    var isSuspended = false
    /// All calls that have not ended.
    private var calls: [ObjectIdentifier: ClientCall] = [:]

    init(_ addresses: [ChannelAddress], options: ChannelOptions, reactor: Reactor) {
        self.reactor = reactor
        tls = options.tls
        lookUp = options.lookUp
        let tlsName = options.tls?.serverName
        endpoints = addresses.prefix(Limits.maxEndpoints).map { ChannelEndpoint($0, tlsName: tlsName) }
        var generator = SystemRandomNumberGenerator()
        order = EndpointOrder(count: endpoints.count, options.addressOrder, using: &generator)
        let library = "grpc-usher-swift/\(Limits.version)"
        userAgent = options.userAgent.isEmpty ? library : "\(options.userAgent) \(library)"
        connectTimeout = max(1, options.connectTimeout)
        keepalive = options.keepaliveSpan
        keepaliveTimeout = max(1, options.keepaliveTimeout)
        keepaliveWithoutCalls = options.keepaliveWithoutCalls
        idleTimeout = options.idleTimeout.map { max(1, $0) }
        maxStreams = max(1, options.maxCallsPerConnection)
        maxConnections = max(1, options.maxConnections)
    }

    // MARK: Calls

    func start(_ call: ClientCall) {
        if call.machine.end != nil { return finish(call) }
        guard calls.count < Limits.maxCallsPerChannel else {
            let text = "\(Limits.maxCallsPerChannel) calls of this client run or wait already"
            return refuse(call, RPCError(.resourceExhausted, text))
        }
        calls[ObjectIdentifier(call)] = call
        if let deadline = call.deadline {
            call.timer = reactor.setTimer(at: deadline) { [unowned self] in
                call.machine.deadlinePassed(call.connection == nil ? reasonForWaiting : nil)
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
        let connection = roomiest
        let step = machine.callArrived(
            waitsForReady: call.options.waitsForReady, hurries: call.options.hurries, hasRoom: connection != nil,
            mayGrow: mayGrow)
        switch step {
        case .send:
            guard let connection else { preconditionFailure("a call is sent where there is room") }
            send(call, on: connection)
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

    func refuse(_ call: ClientCall, _ error: RPCError) {
        call.machine.refused(error)
        finish(call)
    }

    private func send(_ call: ClientCall, on connection: ClientConnection) {
        do throws(RPCError) {
            let remaining = call.deadline.map { max(0, $0 - reactor.now) }
            let fields = try ClientRequestHead.fields(
                scheme: tls == nil ? "http" : "https", path: call.path, authority: connection.authority,
                timeout: remaining, userAgent: userAgent, metadata: call.metadata,
                encoding: call.options.requestEncoding)
            // A connection that takes no more has told the machine so: the call goes to the next one.
            if !connection.start(call, fields: fields) { dispatch(call) }
        } catch {
            refuse(call, error)
        }
    }

    /// A connection stands, or has room: the calls that wait go there in their order.
    func sendWaiting() {
        // A channel that is being closed ends its calls one by one.
        guard machine.state == .ready else { return }
        while !waiting.isEmpty, let connection = roomiest, let call = waiting.popFirst() {
            send(call, on: connection)
        }
        if !waiting.isEmpty, machine.grows(mayGrow) { connect() }
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
        waiting.noteEnd(call)
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

    var callsWait: Bool { !waiting.isEmpty }

    /// What a call without a connection waits for, once its deadline has passed.
    private var reasonForWaiting: String {
        switch machine.state {
        case .pausing(let error):
            "the deadline passed in the pause before the next attempt to connect; the last one failed: \(error.message)"
        case .ready: "the deadline passed while all connections to \(names) were full of calls"
        case .idle, .connecting, .closed: "\(names) did not answer before the deadline"
        }
    }

    private var names: String {
        let named = endpoints.prefix(3).map(\.authority).joined(separator: ", ")
        return endpoints.count > 3 ? "\(named) and \(endpoints.count - 3) more" : named
    }

    // MARK: End

    func close() {
        guard machine.state != .closed else { return }
        machine.close()
        for timer in [pause, surplusTimer, returnTimer].compactMap(\.self) { reactor.cancel(timer) }
        (pause, surplusTimer, returnTimer) = (nil, nil, nil)
        round?.abandon()
        round = nil
        for call in calls.values.sorted(by: { $0.stream < $1.stream }) { cancel(call) }
        waiting = CallQueue()
        let connections = open + draining.values
        open = []
        draining = [:]
        for connection in connections { connection.close(RPCError(.cancelled, "the channel is closed")) }
    }
}
