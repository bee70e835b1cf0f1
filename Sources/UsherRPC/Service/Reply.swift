/// The one message of a reply, with the handler's wish for it.
public struct Reply: Sendable, Equatable {
    public var message: [UInt8]
    /// True asks that it travel compressed, as far as the method (`Method.replyCompression`) and the client allow.
    public var isCompressed: Bool

    public init(_ message: [UInt8], isCompressed: Bool) {
        self.message = message
        self.isCompressed = isCompressed
    }
}
