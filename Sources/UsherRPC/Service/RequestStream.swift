/// The messages of a call's request, pulled: a handler that does not pull holds the client's window closed.
public protocol RequestStream: AnyObject, Sendable {
    /// The next message, decompressed if it came compressed, or nil after the last. Loop only.
    func next() async throws(RPCError) -> [UInt8]?
    /// True if the message that `next()` gave last came compressed. Loop only.
    var wasCompressed: Bool { get }
}
