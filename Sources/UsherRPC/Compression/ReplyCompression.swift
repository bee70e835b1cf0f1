/// Which replies of a method are compressed, for clients that take gzip; all others get them as they are.
///
/// A message that compression does not make smaller is never sent compressed.
public enum ReplyCompression: Sendable, Equatable {
    /// None, and nothing is spent on the question.
    case never
    /// Those of at least `Limits.minCompressedReply` bytes, and those for which the handler asks.
    case large
    /// Those for which the handler asks.
    case chosen

    /// True if a reply of `count` bytes shall be compressed, `asked` for by its handler or not.
    public func compresses(_ count: Int, asked: Bool) -> Bool {
        switch self {
        case .never: false
        case .large: asked || count >= Limits.minCompressedReply
        case .chosen: asked
        }
    }
}
