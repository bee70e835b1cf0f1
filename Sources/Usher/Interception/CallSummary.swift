public import UsherCore

/// A call as a whole, once it has ended.
public struct CallSummary: Sendable, Equatable {
    /// nil if it went well.
    public var error: UsherError?
    /// From the attempt's beginning to its end.
    public var duration: TimeSpan
    /// Messages that came, and their bytes.
    public var messages: Int
    public var bytes: Int
}
