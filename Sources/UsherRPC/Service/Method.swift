/// One method of a service.
public struct Method: Sendable {
    /// Answers a unary call while its caller waits, or returns nil to leave it to the method's handler.
    public typealias Prompt = @Sendable (ServerCall, [UInt8]) throws(RPCError) -> [UInt8]?

    /// Begins a unary call whose reply comes later, while its caller waits. True if it did: it gives the call its reply
    /// then, once, on the call's loop. False if it did nothing and leaves the call to the method's handler; an error ends
    /// the call.
    public typealias Begin = @Sendable (ServerCall, [UInt8], any LateReply) throws(RPCError) -> Bool

    /// A call looks at its method again and again: a reference is cheaper to hand around than five fields.
    private final class Content: Sendable {
        let name: String
        let maxRequestBytes: Int
        let replyCompression: ReplyCompression
        let handler: MethodHandler
        let prompt: Prompt?
        let begin: Begin?
        let path: String
        let index: Int

        init(
            _ name: String, _ maxRequestBytes: Int, _ replyCompression: ReplyCompression, _ handler: MethodHandler,
            _ prompt: Prompt?, _ begin: Begin?, path: String, index: Int
        ) {
            self.name = name
            self.maxRequestBytes = maxRequestBytes
            self.replyCompression = replyCompression
            self.handler = handler
            self.prompt = prompt
            self.begin = begin
            self.path = path
            self.index = index
        }
    }

    private let content: Content

    /// As in the proto: `LockSeats`.
    public var name: String { content.name }
    /// The largest request message taken, in bytes, after decompression. More is RESOURCE_EXHAUSTED.
    public var maxRequestBytes: Int { content.maxRequestBytes }
    /// Which replies are compressed. A feed's never are: its messages are shared by clients of all kinds.
    public var replyCompression: ReplyCompression { content.replyCompression }
    public var handler: MethodHandler { content.handler }
    /// What the handler of a unary method says, for calls that need not wait for anything: a transport may ask it first, on
    /// the loop that owns the call, and spare the call its task. nil for methods that always wait.
    public var prompt: Prompt? { content.prompt }
    /// The same for calls that wait for others but need no task to do so. nil for methods without.
    public var begin: Begin? { content.begin }
    /// `/package.Service/Method`, once a server has it.
    public var path: String { content.path }
    /// 0-based position among the methods of its server.
    public var index: Int { content.index }

    public init(
        _ name: String, maxRequestBytes: Int = Limits.defaultMaxRequestBytes,
        replyCompression: ReplyCompression = .never, _ handler: MethodHandler
    ) {
        content = Content(name, maxRequestBytes, replyCompression, handler, nil, nil, path: "", index: 0)
    }

    /// A unary method that answers most calls, or all, without waiting. `prompt` takes no longer than a loop may stand still,
    /// and when it returns nil it has done nothing. `handler` answers every call, those that `prompt` would answer as it
    /// does; without one `prompt` never returns nil.
    public init(
        _ name: String, maxRequestBytes: Int = Limits.defaultMaxRequestBytes,
        replyCompression: ReplyCompression = .never, prompt: @escaping Prompt,
        handler: (@Sendable (ServerCall, [UInt8]) async throws(RPCError) -> [UInt8])? = nil
    ) {
        let whole: @Sendable (ServerCall, [UInt8]) async throws(RPCError) -> [UInt8] = {
            (call, message) async throws(RPCError) in
            guard let reply = try prompt(call, message) else { throw RPCError(.internal, "the method gave no answer") }
            return reply
        }
        content = Content(
            name, maxRequestBytes, replyCompression, .unary(handler ?? whole), prompt, nil, path: "", index: 0)
    }

    /// A unary method whose calls wait for somebody who answers many at a time. `begin` takes no longer than a loop may
    /// stand still. `handler` answers every call, those that `begin` would take as it does.
    public init(
        _ name: String, maxRequestBytes: Int = Limits.defaultMaxRequestBytes,
        replyCompression: ReplyCompression = .never, begin: @escaping Begin,
        handler: @escaping @Sendable (ServerCall, [UInt8]) async throws(RPCError) -> [UInt8]
    ) {
        content = Content(
            name, maxRequestBytes, replyCompression, .unary(handler), nil, begin, path: "", index: 0)
    }

    private init(_ content: Content) {
        self.content = content
    }

    /// The same method on a server.
    func served(path: String, index: Int) -> Method {
        Method(
            Content(
                name, maxRequestBytes, replyCompression, handler, prompt, begin, path: path, index: index))
    }
}
