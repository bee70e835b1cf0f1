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

    /// A client of the gateway at `address`. Nothing is connected yet. If a file of `options.tls` cannot be used, every
    /// call fails with FAILED_PRECONDITION, which names the file and what to do about it.
    public convenience init(address: ServerAddress, options: UsherClientOptions = UsherClientOptions()) {
        self.init(transport: Self.transport(address, options), options: options)
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

    /// Ends all calls and streams. The client cannot be used again.
    public func close() {
        transport.close()
    }
}
