/// A reader's copy of something that a gateway streams, kept right by the stream's events: what a `WatchMachine` follows.
public protocol StreamReplica: Sendable {
    associatedtype Event: Sendable
    /// What one event made different.
    associatedtype Change: Sendable, Equatable
    /// What stands beside the streamed thing and has versions of its own, as a show's fields.
    associatedtype Side: Sendable, Equatable

    /// A copy of nothing yet.
    init()

    /// Where to resume.
    var position: Position { get }
    /// The side value as the stream gave it last.
    var side: Side? { get }
    /// Its version; 0: there is none.
    var sideVersion: UInt64 { get }

    /// Takes one event of the stream, or the answer to a poll.
    mutating func apply(_ event: Event) -> StreamOutcome<Change>

    /// True for events of the past that come in mid-stream: a repeat, or of `leftEpoch`, the history that a snapshot
    /// replaced. Nothing of them may reach the copy. (The first event of a stream may name an older position, and does
    /// where the gateway has lost some history.)
    func isLate(_ event: Event, leftEpoch: String) -> Bool

    /// An arm of a newer gateway.
    static func isUnknown(_ event: Event) -> Bool

    /// The gateway's clock when it sent a snapshot; nil for other events and where none is told.
    static func snapshotTime(_ event: Event) -> Timestamp?
}
