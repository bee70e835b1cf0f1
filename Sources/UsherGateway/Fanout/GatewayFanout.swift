public import UsherCore
public import UsherLedger

/// Hears the ledger's commits and brings them to the watchers of shows and rooms. Made before the ledger, which calls it;
/// the gateway reads from it.
public final class GatewayFanout: LedgerObserver {
    let seats = TopicFanout<SeatTopic>()
    let rooms = TopicFanout<RoomTopic>()

    public init() {}

    public func began(_ show: ShowRef, _ start: FeedStart) { seats.began(show, start) }
    public func committed(_ show: ShowRef, _ commit: ShowCommit) { seats.committed(show, commit) }
    public func lost(_ show: ShowRef, _ error: LedgerError) { seats.lost(show, error) }

    public func began(_ room: RoomRef, _ start: RoomStart) { rooms.began(room, start) }
    public func committed(_ room: RoomRef, _ changes: [RoomChange]) { rooms.committed(room, changes) }
    public func lost(_ room: RoomRef, _ error: LedgerError) { rooms.lost(room, error) }
}
