/// A room's committed members with its last changes: answers where a reader goes on (stream rule 2). What
/// `SeatHistory` is for a show, but for one thing: changes of members are told one by one, never merged, because each
/// says something of its own.
///
/// Memory: the members, and the last hundred changes; whoever stalls, it keeps nothing for them.
public struct RoomHistory: Sendable {
    public let epoch: String
    public let room: Room
    public private(set) var seq: UInt64

    private var roster = RoomRoster()
    private var tally: RoomTally
    /// The last changes, the oldest first; up to twice as many as are told.
    private var recent: [RoomChange] = []
    /// About how many bytes all members take on the wire.
    private var membersWireSize = 0

    /// A history that begins at `seq`. `hall` is the room's, `members` come in the order of their joining.
    public init(epoch: String, hall: HallRevision, room: Room, seq: UInt64, members: [RoomMember]) {
        self.epoch = epoch
        self.room = room
        self.seq = seq
        tally = RoomTally(hall)
        for member in members { put(member) }
    }

    /// In the order of their joining.
    public var members: [RoomMember] { roster.members }

    public func member(_ memberID: String) -> RoomMember? { roster[memberID] }

    /// The position that the history reaches back to.
    public var reachesBackTo: UInt64 { seq - UInt64(min(recent.count, Limits.historyRoomChanges)) }

    /// Adds what was committed next. `change` must follow on `seq`, and speak of members that are there.
    public mutating func append(_ change: RoomChange) {
        precondition(
            change.seq == seq + 1, "change \(change.seq) does not follow on \(seq) in room \(room.roomID)")
        seq = change.seq
        switch change.kind {
        case .joined(let member): put(member)
        case .updated(let update):
            guard var member = roster[update.memberID] else {
                preconditionFailure("change \(seq) updates nobody in room \(room.roomID)")
            }
            member.apply(update)
            put(member)
        case .left(let memberID):
            guard let member = roster[memberID] else {
                preconditionFailure("nobody left by change \(seq) in room \(room.roomID)")
            }
            forget(member)
            roster.remove(memberID)
        case .unknown: break
        }
        if recent.count == 2 * Limits.historyRoomChanges { recent.removeFirst(Limits.historyRoomChanges) }
        recent.append(change)
    }

    private mutating func put(_ member: RoomMember) {
        if let known = roster[member.memberID] { forget(known) }
        roster.put(member)
        tally.add(member)
        membersWireSize += member.wireSize
    }

    private mutating func forget(_ member: RoomMember) {
        tally.remove(member)
        membersWireSize -= member.wireSize
    }

    // MARK: Readers

    /// Everybody.
    public func snapshot(now: Timestamp) -> RoomSnapshot {
        RoomSnapshot(
            epoch: epoch, seq: seq, members: members, hallID: room.hallID, hallRevision: room.hallRevision,
            serverTime: now)
    }

    /// How many are in the room and in the hall's areas.
    public var counts: RoomCounts { RoomCounts(seq: seq, whole: tally.whole, areas: tally.areas) }

    /// What a reader at a position missed, to be told one by one; empty if nothing. nil where only a snapshot helps: its
    /// epoch is empty or another, it is ahead, or behind the last hundred changes.
    public func missed(after position: Position) -> ArraySlice<RoomChange>? {
        guard position.epoch == epoch, position.seq <= seq, position.seq >= reachesBackTo else { return nil }
        return recent.suffix(Int(seq - position.seq))
    }

    /// What a slow reader missed of whom `after` was sent; empty if nothing. nil where a snapshot is smaller, or the
    /// history does not reach back so far.
    public func missed(inMidStreamAfter after: UInt64) -> ArraySlice<RoomChange>? {
        guard let missed = missed(after: Position(epoch: epoch, seq: after)) else { return nil }
        return missed.reduce(0) { $0 + $1.wireSize } <= snapshotWireSize ? missed : nil
    }

    /// What a reader at a position is told first: each change that it missed, a heartbeat if it missed none, or a
    /// snapshot.
    public func events(after position: Position, now: Timestamp) -> [RoomEvent] {
        guard let missed = missed(after: position) else { return [.snapshot(snapshot(now: now))] }
        return missed.isEmpty ? [.heartbeat(seq: seq, serverTime: now)] : missed.map(RoomEvent.change)
    }

    /// The answer to a poll, always one event: the change if exactly one was missed, a heartbeat if none was, else a
    /// snapshot.
    public func event(after position: Position, now: Timestamp) -> RoomEvent {
        let events = events(after: position, now: now)
        return events.count == 1 ? events[0] : .snapshot(snapshot(now: now))
    }

    /// What a slow reader in mid-stream gets next: the changes that it missed, or a snapshot where that is smaller or
    /// they are too many; nothing if it missed nothing. `after` is a position that this history sent.
    public func catchUp(after: UInt64, now: Timestamp) -> [RoomEvent] {
        missed(inMidStreamAfter: after)?.map(RoomEvent.change) ?? [.snapshot(snapshot(now: now))]
    }

    /// About how many bytes a snapshot takes on the wire.
    var snapshotWireSize: Int { membersWireSize + epoch.utf8.count + room.hallID.utf8.count + 32 }
}

extension RoomMember {
    /// About how many bytes the member takes on the wire: tags and lengths, texts, and times.
    var wireSize: Int {
        var size = 18 + memberID.utf8.count + seat.utf8.count + nickname.utf8.count + avatar.utf8.count
        if focusStartedAt != nil { size += 14 }
        if planned != nil { size += 5 }
        return size
    }
}

extension RoomChange {
    /// About how many bytes the change takes on the wire.
    var wireSize: Int {
        switch kind {
        case .joined(let member): return 10 + member.wireSize
        case .left(let memberID): return 10 + memberID.utf8.count
        case .unknown: return 10
        case .updated(let update):
            let texts = [update.memberID, update.seat ?? "", update.nickname ?? "", update.avatar ?? ""]
            let times = (update.focusStartedAt == nil ? 0 : 14) + (update.planned == nil ? 0 : 5)
            return texts.reduce(14 + times) { $0 + 2 + $1.utf8.count }
        }
    }
}
