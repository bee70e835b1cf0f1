internal import UsherCore
internal import UsherLedger
internal import UsherRPC

/// Rooms: members in changes that are told one by one, and numbers for those who need no names.
enum RoomTopic: FanoutTopic {
    typealias Content = RoomContent

    static let noun = "room"

    static func subject(_ ref: RoomRef) -> RefusalSubject { RefusalSubject(roomID: ref.roomID) }

    static func now(_ source: any RoomLedger) -> Timestamp { source.now }

    static func follow(_ ref: RoomRef, in source: any RoomLedger) async throws(LedgerError) -> Verdict<Void> {
        try await source.follow(ref)
    }

    static func unfollow(_ ref: RoomRef, in source: any RoomLedger) { source.unfollow(ref) }

    static func heartbeat(seq: UInt64, serverTime: Timestamp, sideVersion: UInt64) -> FramedMessage {
        RoomEvent.heartbeat(seq: seq, serverTime: serverTime).framed
    }

    static func drain(reconnectAfter: TimeSpan, reason: String) -> FramedMessage {
        RoomEvent.drain(reconnectAfter: reconnectAfter, reason: reason).framed
    }
}
