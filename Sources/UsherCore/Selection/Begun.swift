/// What became of a wish.
public enum Begun: Sendable, Equatable {
    /// A call began; `.end` with this id answers it.
    case began(id: Int)
    /// The same call was under way: its end answers this wish too.
    case joined(id: Int)
    /// Another call is open: ask again when it has ended.
    case after(id: Int)
    /// Nothing had to be sent.
    case answered(CallOutcome)
}
