import UsherCore
import UsherRPC

/// One client's channel to the gateway: its connection, which is made when it is needed, and the calls on it. It fails
/// and pauses by the same rules as the channel over HTTP/2 (`ChannelMachine`).
///
/// Guard: constants aside, touched on the conductor's thread alone.
final class TestLink: @unchecked Sendable {
    let network: TestNetwork
    let conductor: Conductor
    let name: String
    /// Its number among the clients, for draws.
    let index: UInt64
    /// No fault reaches it.
    let isExempt: Bool

    private var machine = ChannelMachine()
    private var generator: SeededGenerator
    private var calls: [ObjectIdentifier: TestCall] = [:]
    private var nextNumber: UInt64 = 0
    private var waiting: [TestCall] = []
    private var pause: (timer: UInt64, end: Int64)?
    private var attempt: UInt64?
    private var failedAt: Int64 = 0
    private var heardAt: Int64 = 0
    private var silence: UInt64?
    /// Its packets vanish.
    var isInHole = false {
        didSet {
            pulse.lineChanged(isHeard: !isInHole)
            lineChanged()
        }
    }
    /// What the gateway knows of the client's being there.
    let pulse: LinkPulse

    init(_ network: TestNetwork, name: String, index: UInt64, isExempt: Bool) {
        self.network = network
        conductor = network.conductor
        self.name = name
        self.index = index
        self.isExempt = isExempt
        generator = SeededGenerator(seed: network.seed &+ index &* 0x9E37_79B9)
        pulse = LinkPulse(network.conductor, isHeard: true)
    }

    /// Nothing passes for now.
    var isDead: Bool { isInHole || (network.isStalled && !isExempt) }

    // MARK: Calls

    func start(
        _ path: String, _ request: [UInt8]?, _ metadata: Metadata, _ options: CallOptions,
        _ reply: ClientCallMachine.Reply
    ) -> TestCall {
        nextNumber += 1
        let call = TestCall(
            link: self, number: nextNumber, path: path, request: request, metadata: metadata, options: options,
            reply: reply)
        calls[ObjectIdentifier(call)] = call
        call.begin()
        dispatch(call)
        return call
    }

    private func dispatch(_ call: TestCall) {
        switch machine.callArrived(waitsForReady: call.options.waitsForReady, hurries: call.options.hurries) {
        case .send: open(call)
        case .wait: waiting.append(call)
        case .connect:
            waiting.append(call)
            connect()
        case .hurry:
            waiting.append(call)
            let latest = failedAt + Limits.hurriedPause.nanoseconds
            if let pause, pause.end > latest { setPause(until: latest) }
        case .fail(let error): call.finish(error)
        }
    }

    private func open(_ call: TestCall) {
        do throws(RPCError) {
            // What cannot travel as header fields is refused as by the real channel.
            _ = try ClientRequestHead.fields(
                path: call.path, authority: network.name, timeout: call.options.timeout, userAgent: "",
                metadata: call.metadata, encoding: call.options.requestEncoding)
        } catch {
            return call.finish(error)
        }
        lineChanged(for: call)
        call.open()
    }

    func ended(_ call: TestCall) {
        calls[ObjectIdentifier(call)] = nil
        waiting.removeAll { $0 === call }
    }

    /// In the order in which they began.
    var liveCalls: [TestCall] { calls.values.sorted { $0.number < $1.number } }

    // MARK: The connection

    private func connect() {
        if isDead || network.connects(self) == .ignored {
            attempt = conductor.setTimer(at: conductor.now + Limits.connectTimeout.nanoseconds) { [weak self] in
                self?.failConnecting("timed out")
            }
            return
        }
        let roundTrip = 2 * network.latency(self).nanoseconds
        guard roundTrip > 0 else { return finishConnecting() }
        attempt = conductor.setTimer(at: conductor.now + roundTrip) { [weak self] in self?.finishConnecting() }
    }

    private func finishConnecting() {
        endAttempt()
        guard machine.state == .connecting else { return }
        guard network.isServing, network.connects(self) == .accepted else {
            return failConnecting("Connection refused")
        }
        machine.connected()
        heardAt = conductor.now
        network.log.add(.connected, of: self)
        let calls = waiting
        waiting = []
        for call in calls where !call.hasEnded { dispatch(call) }
    }

    private func failConnecting(_ reason: String) {
        endAttempt()
        let error = RPCError(.unavailable, "cannot connect to \(network.name): \(reason)")
        guard let nanoseconds = machine.connectFailed(error, random: generator.next()) else { return }
        network.log.add(.connectFailed, of: self)
        failedAt = conductor.now
        setPause(until: failedAt + nanoseconds)
        let calls = waiting
        waiting = calls.filter { $0.options.waitsForReady }
        for call in calls where !call.options.waitsForReady { call.finish(error) }
    }

    private func endAttempt() {
        if let attempt { conductor.cancelTimer(attempt) }
        attempt = nil
    }

    private func setPause(until time: Int64) {
        if let pause { conductor.cancelTimer(pause.timer) }
        let timer = conductor.setTimer(at: time) { [weak self] in self?.endPause() }
        pause = (timer, time)
    }

    private func endPause() {
        if let pause { conductor.cancelTimer(pause.timer) }
        pause = nil
        if machine.pauseEnded(callsWait: !waiting.isEmpty) { connect() }
    }

    /// The device has another network: what was learnt about the old one counts no more.
    func networkChanged() {
        endPause()
        if isDead { breakConnection(.networkGone) }
    }

    /// Nobody looks: a connection without calls is closed.
    func suspend() {
        if calls.isEmpty { breakConnection() }
    }

    /// The connection breaks under all calls.
    func breakConnection(_ error: RPCError = .broken) {
        let broken = liveCalls.filter { call in !waiting.contains { $0 === call } }
        let wasReady = machine.state == .ready
        if machine.connectionGone(callsWait: !waiting.isEmpty) { connect() }
        if wasReady { network.log.add(.disconnected, of: self) }
        for call in broken { call.finish(error) }
    }

    /// What passes or does not has changed.
    func lineChanged() {
        for call in liveCalls { lineChanged(for: call) }
        if machine.state == .connecting, attempt != nil {
            endAttempt()
            connect()
        }
        if isDead { watchSilence() }
    }

    func lineChanged(for call: TestCall) {
        call.up.isHeld = isDead || call.isShelved
        call.down.isHeld = isDead
    }

    func heard() {
        heardAt = conductor.now
    }

    /// A connection with calls on it that hears nothing is pinged, and left if that is not answered.
    private func watchSilence() {
        guard silence == nil else { return }
        let since = conductor.now
        silence = conductor.setTimer(at: since + Limits.silence.nanoseconds) { [weak self] in
            guard let self else { return }
            silence = nil
            guard isDead else { return }
            if heardAt <= since, machine.state == .ready, !calls.isEmpty {
                breakConnection(RPCError(.unavailable, "the server did not answer a ping"))
            }
            watchSilence()
        }
    }

    func close() {
        guard machine.state != .closed else { return }
        machine.close()
        endAttempt()
        if let pause { conductor.cancelTimer(pause.timer) }
        pause = nil
        waiting = []
        for call in liveCalls { call.cancel() }
        network.forget(self)
    }
}

extension RPCError {
    static let networkGone = RPCError(.unavailable, "the connection broke: Network is unreachable")
}
