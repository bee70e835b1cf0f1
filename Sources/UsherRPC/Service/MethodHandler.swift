/// How a method is answered. Handlers run on the loop that owns the call, and are cancelled (as a task) when the call
/// ends early: by the client, by its deadline, or with its connection.
public enum MethodHandler: Sendable {
    /// One message in, one out.
    case unary(@Sendable (ServerCall, [UInt8]) async throws(RPCError) -> [UInt8])
    /// Any number in, any number out: all four kinds of call can be written so.
    case streaming(@Sendable (ServerCall, any RequestStream, any ResponseStream) async throws(RPCError) -> Void)
    /// One message in, then a stream that lives on after the handler returned: no task per watcher. The handler sets
    /// the channel up; a throw ends the call.
    case feed(@Sendable (ServerCall, [UInt8], any FeedChannel) async throws(RPCError) -> Void)
}
