import Synchronization
import UsherCore
import UsherHTTP2
public import UsherRPC

/// A partner's way to a gateway: halls, shows, locks, sales and living seat maps.
///
/// One client holds one connection, opened by the first call and opened again when it breaks, and further ones while it
/// is full; any number of tasks may share it. Every call has a deadline, and every mutating call carries a request id, so
/// that it can be repeated safely when its outcome is unknown: the client does so by itself, a bounded number of times.
///
/// With several addresses, a gateway that cannot be reached, breaks or says that it goes away stands behind the others
/// for a while; calls that it did not look at go to the next one within their deadlines.
public final class UsherClient: Sendable {
    let transport: any ClientTransport
    let options: UsherClientOptions
    let runtime: ClientRuntime
    let throttle = Mutex(RetryThrottle())
    let maps = CoreRegistry<String, MapCore>()
    let rooms = CoreRegistry<RoomCore.Key, RoomCore>()
    let timers = FocusTimerRegistry()
    let halls = HallShelf()
    /// Which gateway this is: kept maps of several do not mix.
    let gateway: String

    /// A client of the gateway at `address`. Nothing is connected yet. If a file of `options.tls` cannot be used, every
    /// call fails with FAILED_PRECONDITION, which names the file and what to do about it.
    public convenience init(address: ServerAddress, options: UsherClientOptions = UsherClientOptions()) {
        self.init(addresses: [address], options: options)
    }

    /// A client of the gateways at `addresses`, which serve the same shows: at most 16 are used. Without one, every call
    /// fails with FAILED_PRECONDITION.
    public convenience init(addresses: [ServerAddress], options: UsherClientOptions = UsherClientOptions()) {
        let transport = Self.transport(addresses, options)
        // In whatever order they are given, they are one gateway.
        let gateway = addresses.map(\.description).sorted().joined(separator: ",")
        self.init(transport: transport, options: options, runtime: .system(on: transport.loop), gateway: gateway)
    }

    private static func transport(_ addresses: [ServerAddress], _ options: UsherClientOptions) -> any ClientTransport {
        guard !addresses.isEmpty else {
            return FailedTransport(error: RPCError(.failedPrecondition, "the client was given no address"))
        }
        if options.credentials != nil, options.tls == nil, !options.allowsCleartextCredentials,
            let far = addresses.first(where: { !$0.isThisMachine })
        {
            let text = "the token would travel to \(far) in the clear: use TLS, or allow it explicitly"
            return FailedTransport(error: RPCError(.failedPrecondition, text))
        }
        var channel = ChannelOptions()
        channel.userAgent = options.userAgent
        channel.keepalive = options.keepalive?.nanoseconds
        channel.addressOrder = options.addressOrder == .shuffled ? .shuffled : .asGiven
        do throws(TransportError) {
            channel.tls = try options.tls?.transportOptions()
        } catch {
            return FailedTransport(error: RPCError(.failedPrecondition, "cannot \(error)"))
        }
        do throws(TransportError) {
            let places = addresses.map { ChannelAddress(host: $0.host, port: $0.port) }
            return try Channel(addresses: places, options: channel)
        } catch {
            return FailedTransport(error: RPCError(.unavailable, "\(error)"))
        }
    }

    /// A client over any transport, with its clock and generator: for tests and in-process gateways. `gateway` tells it
    /// from others that share the same cache.
    public init(
        transport: any ClientTransport, options: UsherClientOptions = UsherClientOptions(),
        runtime: ClientRuntime = .system, gateway: String = ""
    ) {
        self.gateway = gateway
        // Interceptors stand before credentials: they never see a token.
        var carrier = transport
        if let credentials = options.credentials { carrier = CredentialTransport(carrier, credentials, runtime) }
        if !options.interceptors.isEmpty {
            carrier = InterceptingTransport(carrier, options.interceptors, runtime)
        }
        self.transport = carrier
        self.options = options
        self.runtime = runtime
    }

    /// Tell the client that the machine's network is another one, or is back: nothing waits for a pause any more, and
    /// connections that died with the old network are left within seconds instead of a minute. Costs a ping otherwise.
    public func networkChanged() {
        transport.networkChanged()
        maps.networkChanged()
        rooms.networkChanged()
        timers.networkChanged()
    }

    /// Tell the client that nobody looks, as when an app goes to the background: connections without calls are closed,
    /// and nothing is sent or woken up by itself. Calls still work. Rooms are told AWAY first, which takes some seconds at
    /// most.
    public func suspend() {
        maps.suspend()
        rooms.suspend()
        timers.suspend(true)
        transport.suspend()
    }

    /// Ends `suspend()`.
    public func resume() {
        transport.resume()
        maps.resume()
        rooms.resume()
        timers.suspend(false)
    }

    /// Ends all calls and streams. The client cannot be used again.
    public func close() {
        maps.close()
        rooms.close()
        timers.detach()
        transport.close()
    }
}
