public import UsherRPC

/// A client's calls over HTTP/2 to one server, or to several that stand in for each other: one connection, opened by the
/// first call, opened again when it breaks or when the server says GOAWAY, while old streams run to their end; and more
/// of them while it is full.
///
/// With several addresses, one that cannot be reached, breaks or says that it goes away stands behind the others for a
/// minute. A call that no server looked at goes to the next one, within its deadline. A name is resolved each time, and
/// what it stands for is tried IPv6 and IPv4 in turn, 250 ms apart: the first that answers wins.
///
/// Letting go of the channel closes it.
public final class Channel: ClientTransport {
    private let core: ChannelCore

    /// A channel to `host` (a name, an IPv4 or IPv6 address) on `reactor`, which must outlive it.
    public init(host: String, port: UInt16, options: ChannelOptions = ChannelOptions(), reactor: Reactor) {
        core = ChannelCore([ChannelAddress(host: host, port: port)], options: options, reactor: reactor)
    }

    /// A channel to whichever of `addresses` works; at most 16 are used.
    public init(addresses: [ChannelAddress], options: ChannelOptions = ChannelOptions(), reactor: Reactor) {
        core = ChannelCore(addresses, options: options, reactor: reactor)
    }

    /// The same on the process's own client loop. Throws if the system has no thread or descriptor left for one.
    public convenience init(
        addresses: [ChannelAddress], options: ChannelOptions = ChannelOptions()
    ) throws(TransportError) {
        self.init(addresses: addresses, options: options, reactor: try Self.sharedLoop.get())
    }

    /// A channel on the process's own client loop. Throws if the system has no thread or descriptor left for one.
    public convenience init(
        host: String, port: UInt16, options: ChannelOptions = ChannelOptions()
    ) throws(TransportError) {
        self.init(host: host, port: port, options: options, reactor: try Self.sharedLoop.get())
    }

    private static let sharedLoop: Result<Reactor, TransportError> = Result { () throws(TransportError) in
        let reactor = try Reactor(index: 0, sparesWakeups: true)
        try reactor.start()
        return reactor
    }

    deinit {
        close()
    }

    public func unary(
        _ path: String, _ message: [UInt8], metadata: Metadata = Metadata(), options: CallOptions = CallOptions()
    ) async throws(RPCError) -> UnaryReply {
        let core = core
        let coded = options.requestEncoding == .gzip ? await CallCoding.packed(message) : CodedMessage(message)
        let call = ClientCall(
            path: path, body: RequestBody(coded), metadata: metadata, options: options, reply: .one,
            now: core.reactor.now)
        let result: Result<(CodedMessage, UnaryReply), RPCError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                core.reactor.post {
                    call.onReply = { continuation.resume(returning: $0) }
                    core.start(call)
                }
            }
        } onCancel: {
            core.reactor.post { core.cancel(call) }
        }
        var (answer, reply) = try result.get()
        reply.message = answer.isCompressed ? try await CallCoding.plain(answer, options) : answer.bytes
        return reply
    }

    public func serverStream(
        _ path: String, _ message: [UInt8], metadata: Metadata = Metadata(), options: CallOptions = CallOptions()
    ) -> any ClientStream {
        let coded = options.requestEncoding == .gzip ? CallCoding.packedHere(message) : CodedMessage(message)
        let call = ClientCall(
            path: path, body: RequestBody(coded), metadata: metadata, options: options, reply: .many,
            now: core.reactor.now)
        return CallStream(core: core, call: call)
    }

    public func stream(
        _ path: String, reply: ClientCallMachine.Reply, metadata: Metadata = Metadata(),
        options: CallOptions = CallOptions()
    ) -> any ClientDuplexStream {
        let gate = SendGate()
        let call = ClientCall(
            path: path, body: RequestBody(gate: gate), metadata: metadata, options: options, reply: reply,
            now: core.reactor.now)
        return DuplexCallStream(CallStream(core: core, call: call), gate: gate)
    }

    public func networkChanged() {
        let core = core
        core.reactor.post { core.networkChanged() }
    }

    public func suspend() {
        let core = core
        core.reactor.post { core.suspend() }
    }

    public func resume() {
        let core = core
        core.reactor.post { core.resume() }
    }

    public var loop: (any ClientLoop)? { core.reactor }

    public func close() {
        let core = core
        core.reactor.post { core.close() }
    }
}
