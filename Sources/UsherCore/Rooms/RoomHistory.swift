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

    /// What a reader at a position is told first: a snapshot when its epoch is empty or another, when it is ahead, or
    /// behind the last hundred changes; else each change that it missed, or a heartbeat if it missed none.
    public func events(after position: Position, now: Timestamp) -> [RoomEvent] {
        guard position.epoch == epoch, position.seq <= seq, position.seq >= reachesBackTo else {
            return [.snapshot(snapshot(now: now))]
        }
        if position.seq == seq { return [.heartbeat(seq: seq, serverTime: now)] }
        return missed(after: position.seq).map(RoomEvent.change)
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
        guard after != seq else { return [] }
        guard after < seq, after >= reachesBackTo else { return [.snapshot(snapshot(now: now))] }
        let missed = missed(after: after)
        guard missed.reduce(0, { $0 + $1.wireSize }) <= snapshotWireSize else {
            return [.snapshot(snapshot(now: now))]
        }
        return missed.map(RoomEvent.change)
    }

    private func missed(after: UInt64) -> ArraySlice<RoomChange> { recent.suffix(Int(seq - after)) }

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
