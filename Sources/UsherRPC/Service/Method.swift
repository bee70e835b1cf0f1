/// One method of a service.
public struct Method: Sendable {
    /// As in the proto: `LockSeats`.
    public let name: String
    /// The largest request message taken, in bytes, after decompression. More is RESOURCE_EXHAUSTED.
    public let maxRequestBytes: Int
    public let handler: MethodHandler

    public init(_ name: String, maxRequestBytes: Int = Limits.defaultMaxRequestBytes, _ handler: MethodHandler) {
        self.name = name
        self.maxRequestBytes = maxRequestBytes
        self.handler = handler
    }
}
