internal import UsherCore
internal import UsherLedger
internal import UsherRPC

/// Shows: a map in deltas that merge, and the show's own fields beside it.
enum SeatTopic: FanoutTopic {
    typealias Content = SeatContent

    static let noun = "show"

    static func subject(_ ref: ShowRef) -> RefusalSubject { RefusalSubject(showID: ref.showID) }

    static func now(_ source: any FeedSource) -> Timestamp { source.now }

    static func follow(_ ref: ShowRef, in source: any FeedSource) async throws(LedgerError) -> Verdict<Void> {
        try await source.follow(ref)
    }

    static func unfollow(_ ref: ShowRef, in source: any FeedSource) { source.unfollow(ref) }

    static func heartbeat(seq: UInt64, serverTime: Timestamp, sideVersion: UInt64) -> FramedMessage {
        SeatEvent.heartbeat(seq: seq, serverTime: serverTime, showVersion: sideVersion).framed
    }

    static func drain(reconnectAfter: TimeSpan, reason: String) -> FramedMessage {
        SeatEvent.drain(reconnectAfter: reconnectAfter, reason: reason).framed
    }
}
