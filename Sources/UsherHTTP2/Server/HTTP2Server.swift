import CSystem
import Synchronization
public import UsherRPC

/// A gRPC server on several loops: HTTP/2 over TLS, or without TLS and with prior knowledge.
///
/// ```swift
/// let server = try HTTP2Server(services: [echo], host: "127.0.0.1", port: 50051)
/// print("listening on \(try await server.start())")
/// …
/// await server.drain(within: 10_000_000_000)
/// ```
public final class HTTP2Server: Sendable {
    /// What may be chosen.
    public struct Options: Sendable {
        /// Loops, each with its own thread and listener. Default: one per processor.
        public var loops: Int
        /// Called first in `drain`, before clients are told: the place to send goodbyes on open feeds.
        public var onDrain: (@Sendable () async -> Void)?
        /// Keepalive, idleness and age of connections.
        public var connection = ServerConnectionOptions()
        /// Spreads the ages of connections. Tests give a seeded one.
        public var generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
        /// Certificates; nil speaks without TLS.
        public var tls: ServerTLS?
        /// Connections that one peer may have: an IPv4 address, or an IPv6 network of 64 bits. Default: 4,000. Does not
        /// hold for this machine itself.
        public var maxConnectionsPerPeer = Limits.maxConnectionsPerPeer
        /// False in tests, which have no other machine.
        var exemptsLoopback = true

        public init(loops: Int? = nil, onDrain: (@Sendable () async -> Void)? = nil, tls: ServerTLS? = nil) {
            self.loops = loops ?? Int(usher_processor_count())
            self.onDrain = onDrain
            self.tls = tls
        }
    }

    private enum Phase { case idle, listening, ending, ended }

    private struct Life {
        var phase = Phase.idle
        /// Those who wait for an end that somebody else brings about.
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let host: String
    private let port: UInt16
    private let options: Options
    private let group: ReactorGroup
    private let loopsOfServer: [ServerLoop]
    private let outbound: Budget
    private let life = Mutex(Life())

    /// Makes the loops, which run from now on; nothing listens before `start()`. `host` is a name or a numeric address
    /// (`::` listens on IPv4 too); port 0 takes a free one.
    public init(
        services: [any Service], host: String, port: UInt16, options: Options = Options()
    ) throws(TransportError) {
        self.host = host
        self.port = port
        self.options = options
        group = try ReactorGroup(count: options.loops)
        let dispatch = Dispatch(services)
        let inbound = Budget(Limits.maxInboundTotal)
        let outbound = Budget(Limits.maxOutboundTotal)
        self.outbound = outbound
        let descriptors = usher_raise_descriptor_limit()
        // What is over the limit is told so; without a descriptor it could not even be accepted.
        let most = descriptors > 0 ? max(1, Int(descriptors) - Limits.spareDescriptors) : Limits.maxConnections
        let connections = Budget(min(Limits.maxConnections, most))
        let peers = PeerBook(maxConnections: options.maxConnectionsPerPeer)
        loopsOfServer = group.reactors.map {
            ServerLoop(
                reactor: $0, dispatch: dispatch, inbound: inbound, outbound: outbound, connectionCount: connections,
                peers: peers, options: options)
        }
    }

    /// The loops on which handlers run, in order of their index.
    public var loops: [any EventLoop] { group.reactors }

    /// Begins to listen: the address with the real port. Once only. Throws if somebody listens there already.
    public func start() async throws(TransportError) -> BoundAddress {
        let mayStart = life.withLock { life in
            defer { if life.phase == .idle { life.phase = .listening } }
            return life.phase == .idle
        }
        guard mayStart else {
            throw TransportError(operation: "start", code: 0, message: "a server starts only once")
        }
        usher_return_large_blocks()
        let (descriptors, bound) = try openListeners()
        for (loop, descriptor) in zip(loopsOfServer, descriptors) {
            await withCheckedContinuation { done in
                loop.reactor.post {
                    loop.listen(descriptor)
                    done.resume()
                }
            }
        }
        return BoundAddress(bound)
    }

    private func openListeners() throws(TransportError) -> ([Int32], usher_address) {
        let place = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        var address = usher_address()
        guard usher_resolve(host, port, 1, &address, 1) > 0 else {
            throw TransportError(operation: "listen on \(place)", code: 0, message: "the host is unknown")
        }
        if port != 0 { try TransportError.check(usher_check_free(&address), "listen on \(place)") }
        var descriptors: [Int32] = []
        for _ in loopsOfServer {
            var bound = usher_address()
            let descriptor = usher_listen(&address, Int32(Limits.backlog), 1, &bound)
            guard descriptor >= 0 else {
                for opened in descriptors { usher_close(opened) }
                throw .system(-descriptor, "listen on \(place)")
            }
            descriptors.append(descriptor)
            // All loops share the port that the first one got.
            address = bound
        }
        return (descriptors, address)
    }

    /// Answer bytes that wait, on all loops.
    var outboundBytes: Int { outbound.inUse }

    /// Handlers that run now, on all loops.
    func runningHandlers() async -> Int { await sum { $0.runningHandlers } }

    /// Connections that are open now, on all loops.
    func openConnections() async -> Int { await sum { $0.openConnections } }

    /// Header blocks that have begun and not ended, on all loops.
    func waitingHeaderBlocks() async -> Int { await sum { $0.waitingHeaderBlocks } }

    /// Sessions that have their memory, on all loops.
    func sessionsAwake() async -> Int { await sum { $0.awake.count } }

    private func sum(_ count: @escaping @Sendable (ServerLoop) -> Int) async -> Int {
        var sum = 0
        for loop in loopsOfServer {
            sum += await withCheckedContinuation { done in
                loop.reactor.post { done.resume(returning: count(loop)) }
            }
        }
        return sum
    }

    /// Request bytes in the books of all loops.
    func inboundBytes() async -> Int {
        guard let loop = loopsOfServer.first else { return 0 }
        return await withCheckedContinuation { done in
            loop.reactor.post { done.resume(returning: loop.inbound.inUse) }
        }
    }

    /// Moves the clock of all loops on, for tests: see `Reactor.advance`.
    func advance(by nanoseconds: Int64) async {
        for reactor in group.reactors { await reactor.advance(by: nanoseconds) }
    }

    /// Ends in peace: calls `onDrain`, stops accepting, tells every client, and waits for the calls in flight. What is
    /// left after `nanoseconds` ends with UNAVAILABLE. The loops are gone when this returns.
    public func drain(within nanoseconds: Int64) async {
        await options.onDrain?()
        for loop in loopsOfServer { loop.reactor.post { loop.startDraining() } }
        await end(after: nanoseconds)
    }

    /// Ends at once: every call gets UNAVAILABLE. Cuts a drain short that is under way. Returns once the server has
    /// ended.
    public func stop() async {
        await end(after: 0)
    }

    private func end(after nanoseconds: Int64) async {
        let isFirst = life.withLock { life in
            guard life.phase == .idle || life.phase == .listening else { return false }
            life.phase = .ending
            return true
        }
        let patience = nanoseconds.addingReportingOverflow(Limits.stopPatience)
        // Whoever is in the greatest hurry decides when what is left is cut.
        for loop in loopsOfServer {
            loop.reactor.schedule(after: nanoseconds) { loop.cut() }
            loop.reactor.schedule(after: patience.overflow ? .max : patience.partialValue) { loop.stopWaiting() }
        }
        guard isFirst else { return await untilEnded() }
        for loop in loopsOfServer {
            await withCheckedContinuation { done in
                loop.reactor.post { loop.whenIdle { done.resume() } }
            }
        }
        group.stop()
        let waiters = life.withLock { life in
            life.phase = .ended
            return life.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    private func untilEnded() async {
        await withCheckedContinuation { waiter in
            let hasEnded = life.withLock { life in
                if life.phase != .ended { life.waiters.append(waiter) }
                return life.phase == .ended
            }
            if hasEnded { waiter.resume() }
        }
    }
}
