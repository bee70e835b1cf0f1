/// What carries a client's calls: a channel over the network, or an in-process double.
///
/// Every call ends: with a reply, with the peer's status, by its deadline, by cancellation of the calling task, or with
/// UNAVAILABLE when the connection broke. A call that no server looked at is sent again without asking, as long as all
/// of its request is still here.
public protocol ClientTransport: Sendable {
    /// One message there, one back. `path` is `/package.Service/Method`; messages come without their prefix.
    func unary(
        _ path: String, _ message: [UInt8], metadata: Metadata, options: CallOptions
    ) async throws(RPCError) -> UnaryReply
    /// One message there, any number back. Returns at once; what goes wrong is thrown by the stream.
    func serverStream(
        _ path: String, _ message: [UInt8], metadata: Metadata, options: CallOptions
    ) -> any ClientStream
    /// Any number there, and `reply` back: one (client streaming) or many (bidirectional). Returns at once, and the
    /// call begins at once; what goes wrong is thrown by the stream. With one reply, `next()` gives it after the call
    /// has ended with OK and exactly one message, then nil.
    func stream(
        _ path: String, reply: ClientCallMachine.Reply, metadata: Metadata, options: CallOptions
    ) -> any ClientDuplexStream
    /// The network is another one, or is back: pauses between attempts to connect end, and connections that do not
    /// answer now are left. Calls that hang on a dead one end with UNAVAILABLE soon; new calls do not wait for that.
    func networkChanged()
    /// Nobody looks: connections without calls are closed, and nothing is sent or woken up by itself. Calls go on.
    func suspend()
    /// Ends `suspend()`; connections that were kept meanwhile are looked after as after `networkChanged()`.
    func resume()
    /// Where its streams' messages arrive; nil if that is no thread of its own.
    var loop: (any ClientLoop)? { get }
    /// Ends all calls with CANCELLED and refuses new ones. Again: nothing.
    func close()
}

/// A transport without a network has nothing to do for these.
extension ClientTransport {
    public func networkChanged() {}
    public func suspend() {}
    public func resume() {}
    public var loop: (any ClientLoop)? { nil }
}
