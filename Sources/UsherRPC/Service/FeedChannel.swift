/// A server stream that outlives its handler, driven synchronously on its loop. All members but `loop` are loop only.
public protocol FeedChannel: AnyObject, Sendable {
    /// The loop that owns the stream.
    var loop: any EventLoop { get }
    /// True while nothing that was sent still waits here for the client's window or socket. A sender that finds false
    /// keeps its position and waits for `onDrained`: the gateway queues nothing for a slow reader.
    var isDrained: Bool { get }
    /// False once the stream ended, whoever ended it.
    var isOpen: Bool { get }
    /// Queues a message that may be shared among many streams. It leaves in the loop's next write of this connection.
    func send(_ message: FramedMessage)
    /// A bundle for this channel and others of its loop and its transport.
    func makeBundle() -> any FeedBundle
    /// When the peer was last heard, whatever it said. Taken on the loop, asked on any thread.
    var pulse: any PeerPulse { get }
    /// From here to the stream's end the peer gets a PING whenever nothing was heard of it for `nanoseconds`, so that the
    /// pulse of a peer that is there is not much older. Again: the last call counts.
    func listen(every nanoseconds: Int64)
    /// Ends the stream after what was sent; nil is OK.
    func finish(_ error: RPCError?)
    /// Called each time the stream becomes drained after it was not. Set it in the handler.
    func onDrained(_ body: @escaping @Sendable () -> Void)
    /// Called once when the connection that carries the stream begins to go, at once if it does already. The stream goes
    /// on until the time of grace is over; a feed that can move does so now. Set it in the handler.
    func onGoingAway(_ body: @escaping @Sendable (GoingAway) -> Void)
    /// Called once when the stream has ended, whoever ended it, and never from within a call to a channel. Set it in the
    /// handler; if the stream is gone already, it is called at once.
    func onClosed(_ body: @escaping @Sendable () -> Void)
}
