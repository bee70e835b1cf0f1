import CSystem
import Synchronization
import UsherHTTP2

/// A relay's inner life: its listener, its connections, and the network between them.
///
/// Guard: constants and `shared`, which locks, aside, touched on `reactor`'s thread alone.
final class RelayCore: ReadinessHandler, @unchecked Sendable {
    let reactor: Reactor
    let addresses: [usher_address]
    let shared: Mutex<Shared>
    private(set) var conditions: NetworkConditions
    /// The wires that all connections share.
    var lines: [RelayDirection: LinkLine] = [:]
    private var listener: Int32
    private var connections: [Int: RelayConnection] = [:]
    private var nextID = 0
    private var isClosed = false

    /// What other threads may look at.
    struct Shared {
        var counts = RelayCounts()
        var conditions: NetworkConditions
    }

    /// Takes ownership of `listener`.
    init(listener: Int32, to addresses: [usher_address], _ conditions: NetworkConditions, _ reactor: Reactor) {
        self.listener = listener
        self.addresses = addresses
        self.conditions = conditions.clamped
        shared = Mutex(Shared(conditions: conditions.clamped))
        self.reactor = reactor
    }

    var now: Int64 { reactor.now }

    /// Bytes that are under way arrive; connections that stand go on.
    var moves: Bool { conditions.passage == .pass || conditions.passage == .refuse }

    // MARK: What the owner asks

    func start() {
        guard !isClosed else { return }
        do throws(TransportError) {
            try reactor.add(listener, .read, self)
        } catch {
            startLater()
        }
    }

    private func startLater() {
        _ = reactor.setTimer(at: now + Limits.acceptPause) { [weak self] in self?.start() }
    }

    func change(_ body: (inout NetworkConditions) -> Void) {
        body(&conditions)
        conditions = conditions.clamped
        shared.withLock { $0.conditions = conditions }
        for connection in connections.values { connection.goOn() }
    }

    func cut(_ how: RelayCut) {
        for connection in connections.values { connection.cut(how) }
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        reactor.remove(listener)
        usher_close(listener)
        cut(.reset)
    }

    // MARK: Connections

    func ready(_ readiness: Readiness) {
        for _ in 0..<Limits.packetsPerTurn where !isClosed {
            var peer = usher_address()
            let accepted = usher_accept(listener, &peer)
            if accepted == -Int32(USHER_WOULD_BLOCK) { return }
            guard accepted >= 0 else {
                // Out of descriptors: the listener stays readable, and must not spin.
                reactor.remove(listener)
                return startLater()
            }
            accept(accepted)
        }
    }

    func flush() {}

    private func accept(_ descriptor: Int32) {
        let id = nextID
        nextID += 1
        let isRefused = conditions.passage == .refuse || connections.count >= Limits.relayConnections
        shared.withLock { shared in
            shared.counts.connectionsOpened += 1
            if isRefused { shared.counts.connectionsRefused += 1 } else { shared.counts.opened(id, at: now) }
        }
        guard !isRefused else {
            usher_break_on_close(descriptor)
            return usher_close(descriptor)
        }
        let connection = RelayConnection(id: id, client: descriptor, self)
        connections[id] = connection
        connection.start()
    }

    func ended(_ connection: RelayConnection) {
        connections[connection.id] = nil
        shared.withLock { shared in
            shared.counts.connectionsOpen -= 1
            shared.counts.change(connection.id) { $0.isOpen = false }
        }
    }

    func change(_ id: Int, _ body: (inout RelayConnectionCounts) -> Void) {
        shared.withLock { $0.counts.change(id, body) }
    }

    func count(_ id: Int, _ direction: RelayDirection, _ field: WritableKeyPath<RelayTraffic, Int>, _ bytes: Int) {
        shared.withLock { $0.counts.count(id, direction, field, bytes) }
    }
}
