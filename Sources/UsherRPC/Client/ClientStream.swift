/// The messages of a server's stream, pulled: who does not pull holds the server's window closed.
///
/// One reader at a time. Cancelling the reading task cancels the call, and so does letting go of the stream.
public protocol ClientStream: AnyObject, Sendable {
    /// The response headers, once they are here.
    func headers() async throws(RPCError) -> Metadata
    /// The next message without its prefix, decompressed if it came compressed, or nil after the last one of a stream that ended with OK.
    func next() async throws(RPCError) -> [UInt8]?
    /// True if the message that `next()` gave last came compressed.
    var wasCompressed: Bool { get }
    /// The trailing metadata after the stream's end; empty before.
    var trailers: Metadata { get }
    /// Gives the call up: a waiting `next()` throws CANCELLED.
    func cancel()
}
