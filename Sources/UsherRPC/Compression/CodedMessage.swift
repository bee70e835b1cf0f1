/// A message as it travels: its bytes, and whether they are compressed in the encoding that was agreed on.
public struct CodedMessage: Sendable, Equatable {
    public var bytes: [UInt8]
    /// The flag before the message.
    public var isCompressed: Bool

    public init(_ bytes: [UInt8], isCompressed: Bool = false) {
        self.bytes = bytes
        self.isCompressed = isCompressed
    }
}
