internal import UsherCore
internal import UsherLedger
internal import UsherRPC

/// What the fan-out brings to readers: shows with their maps, or rooms with their members. What hubs, groups, watchers
/// and feeds do is the same for both, and is specialised for each in this module.
protocol FanoutTopic: Sendable {
    /// Names one of them.
    associatedtype Ref: Hashable, Sendable
    /// The ledger's side.
    associatedtype Source: Sendable
    associatedtype Content: TopicContent

    /// A word for sentences: `show`.
    static var noun: String { get }
    /// What refusals name.
    static func subject(_ ref: Ref) -> RefusalSubject

    /// The ledger's clock.
    static func now(_ source: Source) -> Timestamp
    static func follow(_ ref: Ref, in source: Source) async throws(LedgerError) -> Verdict<Void>
    static func unfollow(_ ref: Ref, in source: Source)

    /// `seq` and `sideVersion` are the reader's own.
    static func heartbeat(seq: UInt64, serverTime: Timestamp, sideVersion: UInt64) -> FramedMessage
    static func drain(reconnectAfter: TimeSpan, reason: String) -> FramedMessage
}
