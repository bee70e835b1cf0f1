import CSystem
import Synchronization
public import UsherHTTP2

/// A bad network on demand: a TCP relay that stands between clients and a gateway and delays, slows, stalls, swallows
/// and cuts what passes. It knows nothing of what it carries: any client and any server can be put at its ends.
///
/// ```swift
/// let relay = try ShapingRelay(
///     to: "127.0.0.1", port: 50_051,
///     conditions: NetworkConditions(roundTrip: .milliseconds(300), rate: 1_000_000))
/// let client = UsherClient(address: ServerAddress(host: "127.0.0.1", port: relay.port))
/// …
/// await relay.change { $0.passage = .swallow }  // a tunnel: nobody hears anything any more
/// await relay.change { $0.passage = .pass }     // and out of it: new connections work, the old ones hang
/// ```
///
/// One thread, asleep while nothing moves. What differs from a real network: packets are neither lost nor sent twice
/// (TCP would hide it as delay), a reset is not delayed, and a server that is away resets its callers instead of refusing
/// them.
public final class ShapingRelay: Sendable {
    /// Where clients connect.
    public let port: UInt16
    private let reactor: Reactor
    private let core: RelayCore
    /// Held while something is posted: what came before the end is still done.
    private let isClosed = Mutex(false)

    /// A relay that listens on `listenHost` (a free port unless one is named) and leads to `host` and `port`, which are
    /// looked up now and connected to for each client. Throws if the name is unknown or the port is taken.
    public init(
        to host: String, port: UInt16, listenHost: String = "127.0.0.1", listenPort: UInt16 = 0,
        conditions: NetworkConditions = NetworkConditions()
    ) throws(TransportError) {
        let target = try Self.resolve(host, port, passive: false)
        let place = try Self.resolve(listenHost, listenPort, passive: true)
        let reactor = try Reactor(index: 0)
        var bound = usher_address()
        let listener = withUnsafePointer(to: place[0]) { usher_listen($0, Int32(Limits.relayBacklog), 0, &bound) }
        guard listener >= 0 else {
            throw .system(-listener, "listen on \(listenHost) port \(listenPort)")
        }
        self.port = withUnsafePointer(to: bound) { usher_address_port($0) }
        self.reactor = reactor
        let core = RelayCore(listener: listener, to: target, conditions, reactor)
        self.core = core
        do throws(TransportError) {
            try reactor.start()
        } catch {
            usher_close(listener)
            throw error
        }
        reactor.post { core.start() }
    }

    deinit {
        close()
    }

    private static func resolve(_ host: String, _ port: UInt16, passive: Bool) throws(TransportError) -> [usher_address]
    {
        var addresses = [usher_address](repeating: usher_address(), count: Limits.relayAddresses)
        let count = usher_resolve(host, port, passive ? 1 : 0, &addresses, Int32(addresses.count))
        guard count > 0 else {
            throw TransportError(operation: "resolve \(host)", code: 0, message: "the name has no address")
        }
        return Array(addresses.prefix(Int(count)))
    }

    /// Nanoseconds of the clock by which `RelayConnectionCounts.openedAt` is told. It never steps.
    public static var now: Int64 { usher_boot_nanoseconds() }

    /// Changes what the network does; returns when it does so. Values out of range are moved into it.
    public func change(_ body: @escaping @Sendable (inout NetworkConditions) -> Void) async {
        await onLoop { $0.change(body) }
    }

    /// What the network does now.
    public var conditions: NetworkConditions { core.shared.withLock { $0.conditions } }

    /// Ends the connections that stand; returns when it is done. New ones are taken as before.
    public func cut(_ how: RelayCut = .reset) async {
        await onLoop { $0.cut(how) }
    }

    /// What went through it until now.
    public var counts: RelayCounts { core.shared.withLock { $0.counts } }

    /// Resets all connections and frees the port. The relay cannot be used again: `change` and `cut` do nothing more.
    public func close() {
        let core = core
        isClosed.withLock { isClosed in
            if !isClosed { reactor.post { core.close() } }
            isClosed = true
        }
        reactor.stop()
    }

    private func onLoop(_ body: @escaping @Sendable (RelayCore) -> Void) async {
        let core = core
        await withCheckedContinuation { done in
            let isPosted = isClosed.withLock { isClosed in
                guard !isClosed else { return false }
                core.reactor.post {
                    body(core)
                    done.resume()
                }
                return true
            }
            if !isPosted { done.resume() }
        }
    }
}
