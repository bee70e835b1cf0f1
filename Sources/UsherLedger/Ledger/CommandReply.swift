public import UsherCore

/// The answer to an accepted command, captured when it was decided and given once it is durable. An object, since it
/// goes from hand to hand between threads: the hall that all answers name would be counted at each step.
public final class CommandReply: Sendable {
    public enum Subject: Sendable {
        case lock(Lock)
        case sale(Sale)
        case show(ShowView)
        case seq(UInt64)
    }

    public let subject: Subject
    public let showID: String
    public let hall: HallRevision
    /// The show's `now` at the decision.
    public let serverTime: Timestamp

    public init(subject: Subject, showID: String, hall: HallRevision, serverTime: Timestamp) {
        self.subject = subject
        self.showID = showID
        self.hall = hall
        self.serverTime = serverTime
    }
}
