/// A unary call's answer.
public struct UnaryReply: Sendable, Equatable {
    /// Without prefix.
    public var message: [UInt8]
    /// The response headers, without gRPC's own.
    public var headers: Metadata
    /// The trailing metadata, without gRPC's own.
    public var trailers: Metadata
    /// True if the message came compressed.
    public var wasCompressed: Bool

    public init(
        message: [UInt8], headers: Metadata = Metadata(), trailers: Metadata = Metadata(), wasCompressed: Bool = false
    ) {
        self.message = message
        self.headers = headers
        self.trailers = trailers
        self.wasCompressed = wasCompressed
    }
}
