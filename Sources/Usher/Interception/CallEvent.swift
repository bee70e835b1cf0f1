public import UsherCore

/// What an interceptor hears of a call.
public enum CallEvent: Sendable, Equatable {
    /// A stream was accepted: its headers came, or its first message.
    case opened(after: TimeSpan)
    /// A stream's first message came.
    case firstMessage(after: TimeSpan)
    case ended(CallSummary)
}
