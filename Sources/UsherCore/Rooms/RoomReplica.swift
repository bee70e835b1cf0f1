/// A followed room.
public typealias RoomWatchMachine = WatchMachine<RoomReplica>

/// A reader's copy of a room: its members in the order of their joining, or its numbers alone, kept right by the
/// stream's events. It obeys the forward rules: unknown events are ignored, a change of an unknown kind makes the reader
/// read the room anew, and a snapshot may come at any time.
public struct RoomReplica: StreamReplica {
    public typealias Outcome = StreamOutcome<RoomDifference>

    /// What the stream was asked for.
    public let detail: RoomDetail
    /// Where to resume. A reader of numbers has an epoch only while it polls.
    public private(set) var position = Position()
    public private(set) var hallID = ""
    public private(set) var hallRevision: UInt64 = 0
    /// The numbers that a stream told last; nil for a reader of members, and while numbers are polled: then they are
    /// those of `members`.
    public private(set) var counts: RoomCounts?
    private var roster = RoomRoster()
    /// Who sits where.
    private var occupants: [String: String] = [:]

    public init() {
        self.init(detail: .members)
    }

    public init(detail: RoomDetail) {
        self.detail = detail
    }

    /// In the order of their joining.
    public var members: [RoomMember] { roster.members }

    public var memberCount: Int { roster.count }

    public func member(_ memberID: String) -> RoomMember? { roster[memberID] }

    /// Where somebody stands among the others: the lower, the earlier they joined. nil: nowhere.
    public func place(of memberID: String) -> Int? { roster.place(of: memberID) }

    /// Who has the seat; nil for a free one, and for one that the hall does not have.
    public func member(onSeat code: String) -> RoomMember? {
        occupants[code].flatMap { roster[$0] }
    }

    /// Takes one event of the stream, or the answer to a poll.
    public mutating func apply(_ event: RoomEvent) -> Outcome {
        switch event {
        case .snapshot(let snapshot): return replace(snapshot)
        case .change(let change): return apply(change)
        case .counts(let new): return apply(new)
        case .heartbeat(let seq, let serverTime): return heartbeat(seq, serverTime)
        case .drain(let span, let reason): return .drain(reconnectAfter: span, reason: reason)
        case .unknown: return .ignored
        }
    }

    private mutating func heartbeat(_ seq: UInt64, _ serverTime: Timestamp) -> Outcome {
        // Numbers are told a while after they changed, and not every change changes them.
        if counts != nil { return .alive(serverTime: serverTime) }
        guard !position.epoch.isEmpty else { return .resume(.noMap) }
        return seq == position.seq ? .alive(serverTime: serverTime) : .resume(.heartbeat(seq: seq))
    }

    private mutating func apply(_ new: RoomCounts) -> Outcome {
        guard detail == .counts else { return .ignored }
        let isOther = counts?.whole != new.whole || counts?.areas != new.areas
        counts = new
        position = Position(epoch: "", seq: new.seq)
        clear()
        return .applied(isOther ? [.counts] : [])
    }

    // MARK: Changes

    private mutating func apply(_ change: RoomChange) -> Outcome {
        guard !position.epoch.isEmpty else { return .resume(.noMap) }
        if change.seq <= position.seq { return .ignored }
        guard change.seq == position.seq + 1 else {
            return .resume(.missed(from: position.seq + 1, to: change.seq))
        }
        guard let differences = take(change.kind) else {
            // Nothing else can tell what it says: the room is read anew.
            position = Position()
            return .resume(.noMap)
        }
        position.seq = change.seq
        return .applied(detail == .counts ? [.counts] : differences)
    }

    /// nil for a change that cannot be applied: of an unknown kind, or of somebody who is not where it says.
    private mutating func take(_ kind: RoomChange.Kind) -> [RoomDifference]? {
        switch kind {
        case .joined(let member):
            guard roster[member.memberID] == nil else { return nil }
            put(member)
            return [.joined(member)]
        case .updated(let update):
            guard let old = roster[update.memberID] else { return nil }
            var new = old
            new.apply(update)
            put(new)
            return MemberUpdate(from: old, to: new).map { [.updated($0)] } ?? []
        case .left(let memberID):
            guard roster[memberID] != nil else { return nil }
            remove(memberID)
            return [.left(memberID)]
        case .unknown: return nil
        }
    }

    // MARK: Snapshots

    private mutating func replace(_ snapshot: RoomSnapshot) -> Outcome {
        let first = position.epoch.isEmpty && hallID.isEmpty
        let newEpoch = !position.epoch.isEmpty && position.epoch != snapshot.epoch
        let newHall = first || hallID != snapshot.hallID || hallRevision != snapshot.hallRevision
        let differences = differences(to: snapshot.members)
        let wereCounts = counts
        counts = nil
        clear()
        for member in snapshot.members { put(member) }
        position = Position(epoch: snapshot.epoch, seq: snapshot.seq)
        hallID = snapshot.hallID
        hallRevision = snapshot.hallRevision
        let changes = detail == .members ? differences : wereCounts == nil && differences.isEmpty ? [] : [.counts]
        return .replaced(changes: changes, newEpoch: newEpoch, newHall: newHall)
    }

    /// What makes `new` of the members that are here. Those who stay are the first of the new list who are here in the
    /// same order and joined at the same time; whoever else is in it joined since.
    private func differences(to new: [RoomMember]) -> [RoomDifference] {
        let old = members
        var staying = 0
        var place = 0
        while staying < new.count {
            guard
                let found = old[place...].firstIndex(where: {
                    $0.memberID == new[staying].memberID && $0.joinedAt == new[staying].joinedAt
                })
            else { break }
            place = found + 1
            staying += 1
        }
        let stay = Set(new[..<staying].map(\.memberID))
        var differences: [RoomDifference] = []
        for member in old where !stay.contains(member.memberID) { differences.append(.left(member.memberID)) }
        for member in new[..<staying] {
            guard let before = roster[member.memberID], let update = MemberUpdate(from: before, to: member) else {
                continue
            }
            differences.append(.updated(update))
        }
        return differences + new[staying...].map(RoomDifference.joined)
    }

    private mutating func put(_ member: RoomMember) {
        if let old = roster[member.memberID] { vacate(old) }
        roster.put(member)
        if !member.seat.isEmpty { occupants[member.seat] = member.memberID }
    }

    private mutating func remove(_ memberID: String) {
        if let old = roster[memberID] { vacate(old) }
        roster.remove(memberID)
    }

    private mutating func vacate(_ member: RoomMember) {
        if occupants[member.seat] == member.memberID { occupants[member.seat] = nil }
    }

    private mutating func clear() {
        roster = RoomRoster()
        occupants = [:]
    }
}

// MARK: - What a watch machine asks of it

extension RoomReplica {
    /// Nothing stands beside a room.
    public var side: Never? { nil }
    public var sideVersion: UInt64 { 0 }

    public func isLate(_ event: RoomEvent, leftEpoch: String) -> Bool {
        switch event {
        case .snapshot(let snapshot):
            snapshot.epoch == position.epoch ? snapshot.seq < position.seq : snapshot.epoch == leftEpoch
        case .heartbeat(let seq, _): counts == nil && seq < position.seq
        case .change, .counts, .drain, .unknown: false
        }
    }

    public static func isUnknown(_ event: RoomEvent) -> Bool { event == .unknown }

    public static func snapshotTime(_ event: RoomEvent) -> Timestamp? {
        if case .snapshot(let snapshot) = event { snapshot.serverTime } else { nil }
    }
}
