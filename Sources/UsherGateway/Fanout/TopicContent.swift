internal import UsherCore
internal import UsherRPC

/// What a hub knows of its show or room, behind the hub's mutex: its history, and a *side value* that has a version but
/// no seq, such as the show's own fields.
protocol TopicContent: Sendable {
    associatedtype Start: Sendable
    associatedtype Commit: Sendable

    init(_ start: Start)

    /// Where readers stand who missed nothing.
    var seq: UInt64 { get }
    /// The side value's version; 0 where there is none.
    var sideVersion: UInt64 { get }

    /// Takes over what a reloaded ledger begins with. False if readers of what was told so far cannot go on from there.
    mutating func restart(_ start: Start) -> Bool
    /// Takes a commit in. What `Start` told already is not told twice.
    mutating func take(_ commit: Commit)
    /// Gives `body` what a commit is for watchers who missed nothing, encoded, in the order of seqs.
    static func updates(of commit: Commit, generation: UInt64, _ body: (HubUpdate) -> Void)

    /// One event for a reader that polls.
    mutating func answer(after position: Position, now: Timestamp, uptime: Int64) -> FramedMessage
    /// The first events of a watcher (stream rule 2).
    mutating func begin(_ start: WatchStart, now: Timestamp, uptime: Int64, _ step: inout HubStep)
    /// What a watcher at `seq` missed (stream rule 3); nil stands in another history.
    mutating func goOn(after seq: UInt64?, _ detail: WatchDetail, now: Timestamp, uptime: Int64, _ step: inout HubStep)
    mutating func sideMessage() -> FramedMessage?
}
