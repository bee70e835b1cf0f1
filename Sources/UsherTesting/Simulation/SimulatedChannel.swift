public import UsherRPC

/// A watcher's stream whose client window the simulation opens and shuts.
///
/// Guard: the simulation is one thread, and never hands the channel on.
public final class SimulatedChannel: FeedChannel, @unchecked Sendable {
    public let loop: any EventLoop
    public private(set) var isOpen = true
    /// What the gateway sent and the window has not yet let through.
    public private(set) var waiting: [FramedMessage] = []
    /// The end, if the gateway ended the stream.
    public private(set) var finished: RPCError?
    private var drained: (@Sendable () -> Void)?
    private var closed: (@Sendable () -> Void)?

    public init(loop: SimulatedLoop) {
        self.loop = loop
    }

    public var isDrained: Bool { waiting.isEmpty }

    public func send(_ message: FramedMessage) {
        if isOpen { waiting.append(message) }
    }

    /// The simulation's peers are never silent: what they miss is told by their streams alone.
    public var pulse: any PeerPulse { SimulatedPulse() }
    public func listen(every nanoseconds: Int64) {}

    public func finish(_ error: RPCError?) {
        guard isOpen else { return }
        finished = error
        close()
    }

    public func onDrained(_ body: @escaping @Sendable () -> Void) {
        drained = body
    }

    /// A simulated connection does not go before its stream does.
    public func onGoingAway(_ body: @escaping @Sendable (GoingAway) -> Void) {}

    public func onClosed(_ body: @escaping @Sendable () -> Void) {
        if isOpen { closed = body } else { body() }
    }

    /// The window opens: takes everything that waits, then tells the gateway.
    public func drain() -> [FramedMessage] {
        let taken = waiting
        waiting = []
        if !taken.isEmpty, isOpen { drained?() }
        return taken
    }

    /// The stream ends, from either side.
    public func close() {
        guard isOpen else { return }
        isOpen = false
        closed?()
    }
}
