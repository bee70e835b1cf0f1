public import UsherCore

/// The answer to an accepted command, captured when it was decided and given once it is durable.
public struct CommandReply: Sendable {
    public enum Subject: Sendable {
        case lock(Lock)
        case sale(Sale)
        case show(ShowView)
        case seq(UInt64)
    }

    public var subject: Subject
    public var showID: String
    public var hall: HallRevision
    /// The show's `now` at the decision.
    public var serverTime: Timestamp

    public init(subject: Subject, showID: String, hall: HallRevision, serverTime: Timestamp) {
        self.subject = subject
        self.showID = showID
        self.hall = hall
        self.serverTime = serverTime
    }
}
