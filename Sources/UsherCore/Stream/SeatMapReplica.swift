/// A reader's copy of a show's map, kept right by the stream's events: the client's reconciliation as a pure value.
/// It obeys the forward rules: unknown states are kept and mean not available, unknown events are ignored, a snapshot
/// may come at any time.
public struct SeatMapReplica: StreamReplica, Equatable {
    public typealias Outcome = StreamOutcome<SeatChange>

    /// Where to resume.
    public private(set) var position = Position()
    /// One wire byte a seat; empty before the first snapshot.
    public private(set) var states: [UInt8] = []
    public private(set) var showID = ""
    public private(set) var hallID = ""
    public private(set) var hallRevision: UInt64 = 0
    /// The newest version of the show's fields that a heartbeat or a show event told of; 0 is none yet. To ask a
    /// stream for the show, send the version that `show` has.
    public private(set) var showVersion: UInt64 = 0
    /// The show's fields as the stream gave them last; nil before the first show event.
    public private(set) var show: Show?

    public init() {}

    /// A map that was kept: `position` and `states` as they were together.
    public init(position: Position, states: [UInt8], showID: String, hallID: String, hallRevision: UInt64) {
        self.position = position
        self.states = states
        self.showID = showID
        self.hallID = hallID
        self.hallRevision = hallRevision
    }

    /// Whether a seat may be chosen; false for seats and states that the reader does not know.
    public func isAvailable(_ seat: Int) -> Bool {
        states.indices.contains(seat) && states[seat] == SeatState.available.rawValue
    }

    /// Takes one event of the stream.
    public mutating func apply(_ event: SeatEvent) -> Outcome {
        switch event {
        case .snapshot(let snapshot): return replace(snapshot)
        case .delta(let delta): return apply(delta)
        case .heartbeat(let seq, let serverTime, let version):
            showVersion = max(showVersion, version)
            return seq == position.seq ? .alive(serverTime: serverTime) : .resume(.heartbeat(seq: seq))
        case .drain(let span, let reason): return .drain(reconnectAfter: span, reason: reason)
        case .show(let new):
            // An older version can only be a repeat.
            if let show, new.version < show.version { return .ignored }
            show = new
            showVersion = max(showVersion, new.version)
            return .sideChanged
        case .unknown: return .ignored
        }
    }

    private mutating func replace(_ snapshot: SeatSnapshot) -> Outcome {
        let first = position.epoch.isEmpty
        let newEpoch = !first && position.epoch != snapshot.epoch
        let newHall =
            first || hallID != snapshot.hallID || hallRevision != snapshot.hallRevision
            || states.count != snapshot.states.count
        var changes: [SeatChange] = []
        for (seat, state) in snapshot.states.enumerated() where newHall || states[seat] != state {
            changes.append(SeatChange(seat: Int32(seat), state: state))
        }
        position = Position(epoch: snapshot.epoch, seq: snapshot.seq)
        states = snapshot.states
        showID = snapshot.showID
        hallID = snapshot.hallID
        hallRevision = snapshot.hallRevision
        return .replaced(changes: changes, newEpoch: newEpoch, newHall: newHall)
    }

    private mutating func apply(_ delta: SeatDelta) -> Outcome {
        guard !position.epoch.isEmpty else { return .resume(.noMap) }
        if delta.lastSeq <= position.seq { return .ignored }
        guard delta.firstSeq == position.seq + 1 else {
            return .resume(.missed(from: position.seq + 1, to: delta.lastSeq))
        }
        guard delta.changes.allSatisfy({ states.indices.contains(Int($0.seat)) }) else {
            position = Position()
            return .resume(.noMap)
        }
        position.seq = delta.lastSeq
        var changes: [SeatChange] = []
        for change in delta.changes where states[Int(change.seat)] != change.state {
            states[Int(change.seat)] = change.state
            changes.append(change)
        }
        return .applied(changes)
    }
}

// MARK: - What a watch machine asks of it

extension SeatMapReplica {
    /// The show's own fields.
    public var side: Show? { show }
    public var sideVersion: UInt64 { show?.version ?? 0 }

    public func isLate(_ event: SeatEvent, leftEpoch: String) -> Bool {
        switch event {
        case .snapshot(let snapshot):
            snapshot.epoch == position.epoch ? snapshot.seq < position.seq : snapshot.epoch == leftEpoch
        case .heartbeat(let seq, _, _): seq < position.seq
        case .delta, .drain, .show, .unknown: false
        }
    }

    public static func isUnknown(_ event: SeatEvent) -> Bool { event == .unknown }

    public static func snapshotTime(_ event: SeatEvent) -> Timestamp? {
        if case .snapshot(let snapshot) = event { snapshot.serverTime } else { nil }
    }
}
