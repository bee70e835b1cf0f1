/// What a command's answer is about.
public enum ReplySubject: Sendable, Equatable {
    case lock(UInt64)
    case sale(UInt64)
    /// The lock or sale whose number is the index of the first committed event of this command that makes one.
    case newLock, newSale
    case show
    case seq
}
