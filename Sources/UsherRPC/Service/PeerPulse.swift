/// When the peer of a connection was last heard. Callable from any thread, at any time, also after the end.
public protocol PeerPulse: AnyObject, Sendable {
    /// Nanoseconds since the last sign of the peer, by the loop's clock: any byte of it, so also the answer to a PING, and
    /// the end of the connection if the peer ended it. What our side or the network ended was no sign.
    var silence: Int64 { get }
}
