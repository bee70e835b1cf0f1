import Synchronization
import UsherCore
import UsherHTTP2
public import UsherRPC

/// A partner's way to a gateway: halls, shows, locks, sales and living seat maps.
///
/// One client holds one connection, opened by the first call and opened again when it breaks; any number of tasks may
/// share it. Every call has a deadline, and every mutating call carries a request id, so that it can be repeated
/// safely when its outcome is unknown: the client does so by itself, a bounded number of times.
public final class UsherClient: Sendable {
    let transport: any ClientTransport
    let options: UsherClientOptions
    let runtime: ClientRuntime
    let throttle = Mutex(RetryThrottle())
    let maps = MapRegistry()
    let halls = HallShelf()

    /// A client of the gateway at `address`. Nothing is connected yet. If a file of `options.tls` cannot be used, every
    /// call fails with FAILED_PRECONDITION, which names the file and what to do about it.
    public convenience init(address: ServerAddress, options: UsherClientOptions = UsherClientOptions()) {
        let transport = Self.transport(address, options)
        self.init(transport: transport, options: options, runtime: .system(on: transport.loop))
    }

    private static func transport(_ address: ServerAddress, _ options: UsherClientOptions) -> any ClientTransport {
        var channel = ChannelOptions()
        channel.userAgent = options.userAgent
        channel.keepalive = options.keepalive?.nanoseconds
        do throws(TransportError) {
            channel.tls = try options.tls?.transportOptions()
        } catch {
            return FailedTransport(error: RPCError(.failedPrecondition, "cannot \(error)"))
        }
        do throws(TransportError) {
            return try Channel(host: address.host, port: address.port, options: channel)
        } catch {
            return FailedTransport(error: RPCError(.unavailable, "\(error)"))
        }
    }

    /// A client over any transport, with its clock and generator: for tests and in-process gateways.
    public init(
        transport: any ClientTransport, options: UsherClientOptions = UsherClientOptions(),
        runtime: ClientRuntime = .system
    ) {
        self.transport = transport
        self.options = options
        self.runtime = runtime
    }

    /// Tell the client that the machine's network is another one, or is back: nothing waits for a pause any more, and
    /// connections that died with the old network are left within seconds instead of a minute. Costs a ping otherwise.
    public func networkChanged() {
        transport.networkChanged()
        maps.networkChanged()
    }

    /// Tell the client that nobody looks, as when an app goes to the background: connections without calls are closed,
    /// and nothing is sent or woken up by itself. Calls still work.
    public func suspend() {
        maps.suspend()
        transport.suspend()
    }

    /// Ends `suspend()`.
    public func resume() {
        transport.resume()
        maps.resume()
    }

    /// Ends all calls and streams. The client cannot be used again.
    public func close() {
        maps.close()
        transport.close()
    }
}
