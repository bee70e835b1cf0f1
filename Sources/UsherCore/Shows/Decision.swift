/// What a show's state says to a command.
public enum Decision: Sendable, Equatable {
    /// Append these events, apply them, then answer with the subject.
    case commit([ShowEvent], reply: ReplySubject)
    /// Nothing to write: answer with the subject as it is.
    case reply(ReplySubject)
    case refuse(Refusal)
}
