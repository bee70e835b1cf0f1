/// One method of a service.
public struct Method: Sendable {
    /// As in the proto: `LockSeats`.
    public let name: String
    /// The largest request message taken, in bytes, after decompression. More is RESOURCE_EXHAUSTED.
    public let maxRequestBytes: Int
    /// Which replies are compressed. A feed's never are: its messages are shared by clients of all kinds.
    public let replyCompression: ReplyCompression
    public let handler: MethodHandler
    /// `/package.Service/Method`, once a server has it.
    public internal(set) var path = ""

    public init(
        _ name: String, maxRequestBytes: Int = Limits.defaultMaxRequestBytes,
        replyCompression: ReplyCompression = .never, _ handler: MethodHandler
    ) {
        self.name = name
        self.maxRequestBytes = maxRequestBytes
        self.replyCompression = replyCompression
        self.handler = handler
    }
}
