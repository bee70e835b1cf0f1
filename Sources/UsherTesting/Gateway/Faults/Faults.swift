public import UsherCore
public import UsherRPC

/// The network between a test gateway and its clients, in the test's hand.
///
/// Faults meet messages in the order in which they were asked for; messages are whole gRPC messages. Everything takes
/// effect for what happens after the call, in virtual time's order. The backstage client is never met by any.
public final class Faults: Sendable {
    private let network: TestNetwork
    private let conductor: Conductor

    init(_ network: TestNetwork) {
        self.network = network
        conductor = network.conductor
    }

    // MARK: The next messages

    /// The next messages are gone; see `FaultKind.drop`. `skipping` lets so many pass before.
    public func dropNext(
        _ direction: Direction, of calls: CallFilter = .all, count: Int = 1, skipping: Int = 0
    ) {
        add(.drop, direction, calls, count, skipping)
    }

    /// The next messages, and all that follow in their calls, vanish without a word; see `FaultKind.swallow`.
    public func swallowNext(
        _ direction: Direction, of calls: CallFilter = .all, count: Int = 1, skipping: Int = 0
    ) {
        add(.swallow, direction, calls, count, skipping)
    }

    /// The next messages come later by `span`.
    public func delayNext(
        _ direction: Direction, of calls: CallFilter = .all, by span: TimeSpan, count: Int = 1, skipping: Int = 0
    ) {
        add(.delay(span), direction, calls, count, skipping)
    }

    /// The next messages come twice; see `FaultKind.duplicate`.
    public func duplicateNext(
        _ direction: Direction, of calls: CallFilter = .all, count: Int = 1, skipping: Int = 0
    ) {
        add(.duplicate, direction, calls, count, skipping)
    }

    /// The next messages come after those behind them; see `FaultKind.reorder`.
    public func reorderNext(
        _ direction: Direction, of calls: CallFilter = .all, count: Int = 1, skipping: Int = 0
    ) {
        add(.reorder, direction, calls, count, skipping)
    }

    /// The next messages' calls end with UNAVAILABLE instead.
    public func cutNext(
        _ direction: Direction, of calls: CallFilter = .all, count: Int = 1, skipping: Int = 0
    ) {
        add(.cut, direction, calls, count, skipping)
    }

    /// The next messages' calls end with `error` instead. As a request's fault the gateway never saw the call; as an
    /// answer's it acted.
    public func failNext(
        _ direction: Direction, of calls: CallFilter = .all, with error: RPCError, count: Int = 1, skipping: Int = 0
    ) {
        add(.fail(error), direction, calls, count, skipping)
    }

    private func add(
        _ fault: MessageFault, _ direction: Direction, _ calls: CallFilter, _ count: Int, _ skips: Int
    ) {
        guard count > 0 else { return }
        network.changeRules {
            $0.rules.append(
                FaultRules.Rule(calls: calls, direction: direction, skips: max(0, skips), count: count, fault: fault))
        }
    }

    // MARK: Chance

    /// Faults by chance, for messages that no `…Next` is for; nil is none.
    public var plan: FaultPlan? {
        get { network.changeRules { $0.plan } }
        set { network.changeRules { $0.plan = newValue } }
    }

    // MARK: The line

    /// How long every message takes, one way.
    public var latency: TimeSpan {
        get { network.changeRules { $0.latency } }
        set { network.changeRules { $0.latency = max(.zero, newValue) } }
    }

    /// What becomes of attempts to connect.
    public var connects: ConnectRule {
        get { network.changeRules { $0.connects } }
        set { network.changeRules { $0.connects = newValue } }
    }

    /// Ends the streams that run now with UNAVAILABLE; their connections stay.
    public func cutStreams(of calls: CallFilter = .all) {
        conductor.post { [network] in
            for link in network.links(of: nil) {
                for call in link.liveCalls
                where call.replyKind == .many && calls.takes(client: link.name, method: call.method) {
                    network.log.add(.fault(.cut, .answer), of: call)
                    call.finish(.broken)
                }
            }
        }
    }

    /// Breaks the connections that stand now, of one client or of all, under everything that runs on them.
    public func cutConnections(of client: String? = nil) {
        conductor.post { [network] in
            for link in network.links(of: client) { link.breakConnection() }
        }
    }

    /// Packets of one client, or of all, vanish in both directions from here on: nothing breaks, nothing comes. New
    /// connections hear nothing either.
    public func blackHole(client: String? = nil) {
        setHole(true, client)
    }

    /// Packets pass again; what was sent meanwhile arrives now, as TCP would have it.
    public func heal(client: String? = nil) {
        setHole(false, client)
    }

    private func setHole(_ isHole: Bool, _ client: String?) {
        conductor.post { [network] in
            for link in network.links(of: client) { link.isInHole = isHole }
        }
    }

    /// The gateway's process stands still, for everybody, as under a debugger: it hears and says nothing.
    public func stall() {
        conductor.post { [network] in network.isStalled = true }
    }

    /// The gateway goes on, with what waited for it.
    public func resume() {
        conductor.post { [network] in network.isStalled = false }
    }

    /// A network without faults again. What is lost stays lost.
    public func clear() {
        network.changeRules { $0 = FaultRules() }
        resume()
        heal()
    }
}
