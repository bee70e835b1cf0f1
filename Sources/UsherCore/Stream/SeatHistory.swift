/// A show's committed map with its recent past: answers where a reader goes on (stream rules 2 and 3). Used by the
/// ledger, by the fan-out for resumes and slow readers, and by the simulation.
///
/// Memory: five bytes a seat, and the recent deltas up to a bound; whoever stalls, it keeps nothing for them.
public struct SeatHistory: Sendable {
    public let showID: String
    public let epoch: String
    public let hallID: String
    public let hallRevision: UInt64
    public private(set) var seq: UInt64
    /// One wire byte a seat, at `seq`.
    public private(set) var states: [UInt8]
    /// The position that the history reaches back to.
    public private(set) var reachesBackTo: UInt64

    /// Per seat: the seq of its last change, counted from `reachesBackTo`; 0 is none since.
    private var lastChange: [UInt32]
    private var recent = RecentDeltas()

    /// A history that begins at `seq`.
    public init(
        showID: String, epoch: String, hallID: String, hallRevision: UInt64, seq: UInt64, states: [UInt8]
    ) {
        self.showID = showID
        self.epoch = epoch
        self.hallID = hallID
        self.hallRevision = hallRevision
        self.seq = seq
        self.states = states
        reachesBackTo = seq
        lastChange = [UInt32](repeating: 0, count: states.count)
    }

    /// How far a reader may be behind when it comes (back) and still get deltas: max(100, seats / 16).
    public var resumeSpan: UInt64 { UInt64(max(Limits.historySeqs, states.count / 16)) }

    /// Adds what was committed next. `delta` must follow on `seq`, and name seats of this hall.
    public mutating func append(_ delta: SeatDelta) {
        precondition(
            delta.firstSeq == seq + 1 && delta.lastSeq >= delta.firstSeq,
            "delta \(delta.firstSeq)…\(delta.lastSeq) does not follow on \(seq) in show \(showID)")
        if delta.lastSeq - reachesBackTo > UInt64(UInt32.max) { rebase() }
        seq = delta.lastSeq
        let mark = UInt32(seq - reachesBackTo)
        for change in delta.changes {
            states[Int(change.seat)] = change.state
            lastChange[Int(change.seat)] = mark
        }
        recent.append(delta, seqs: resumeSpan, changes: max(Limits.historyChanges, states.count / 4))
    }

    /// Adds what one commit did, as one delta, and returns it. `changes` stand in their order, a seat perhaps more than
    /// once; `lastSeq` must be ahead of `seq`.
    public mutating func append(_ changes: [SeatChange], through lastSeq: UInt64) -> SeatDelta {
        precondition(lastSeq > seq, "a commit up to \(lastSeq) does not follow on \(seq) in show \(showID)")
        if lastSeq - reachesBackTo > UInt64(UInt32.max) { rebase() }
        let mark = UInt32(lastSeq - reachesBackTo)
        var kept: [SeatChange] = []
        kept.reserveCapacity(changes.count)
        // Backwards, a seat's last change comes first, and leaves its mark for the others.
        for change in changes.reversed() where lastChange[Int(change.seat)] != mark {
            lastChange[Int(change.seat)] = mark
            states[Int(change.seat)] = change.state
            kept.append(change)
        }
        let delta = SeatDelta(firstSeq: seq + 1, lastSeq: lastSeq, changes: kept)
        seq = lastSeq
        recent.append(delta, seqs: resumeSpan, changes: max(Limits.historyChanges, states.count / 4))
        return delta
    }

    /// After four billion seqs the counts start anew, and the history is short for a while.
    private mutating func rebase() {
        reachesBackTo = seq
        lastChange = [UInt32](repeating: 0, count: states.count)
        recent = RecentDeltas()
    }

    /// The whole map.
    public func snapshot(now: Timestamp) -> SeatSnapshot {
        SeatSnapshot(
            showID: showID, epoch: epoch, seq: seq, hallID: hallID, hallRevision: hallRevision, states: states,
            serverTime: now)
    }

    /// One delta for a reader at `after`: each seat touched since, once, in its state now. nil where nothing was
    /// missed, `after` is ahead, or the history does not reach back so far. Cheap for those close behind, one pass over
    /// the seats for the others.
    public func merged(after: UInt64) -> SeatDelta? {
        guard after < seq, after >= reachesBackTo else { return nil }
        if let delta = recent.last, delta.firstSeq == after + 1 { return delta }
        var touched: [Int32]
        if let seats = recent.seats(after: after) {
            touched = seats
            touched.sort()
            var kept = 0
            for seat in touched where kept == 0 || touched[kept - 1] != seat {
                touched[kept] = seat
                kept += 1
            }
            touched.removeLast(touched.count - kept)
        } else {
            touched = []
            let mark = UInt32(after - reachesBackTo)
            for seat in lastChange.indices where lastChange[seat] > mark { touched.append(Int32(seat)) }
        }
        return SeatDelta(
            firstSeq: after + 1, lastSeq: seq,
            changes: touched.map { SeatChange(seat: $0, state: states[Int($0)]) })
    }

    /// The first event for a reader at a position, and the answer to a poll (rule 2): a snapshot when its epoch is
    /// empty or another, when it is ahead, further behind than `resumeSpan` or than the history reaches; else one
    /// merged delta, or a heartbeat if it missed nothing.
    public func event(after position: Position, now: Timestamp, showVersion: UInt64) -> SeatEvent {
        guard position.epoch == epoch, position.seq <= seq, seq - position.seq <= resumeSpan else {
            return .snapshot(snapshot(now: now))
        }
        if position.seq == seq { return .heartbeat(seq: seq, serverTime: now, showVersion: showVersion) }
        return merged(after: position.seq).map(SeatEvent.delta) ?? .snapshot(snapshot(now: now))
    }

    /// What a slow reader in mid-stream gets next (rule 3): one merged delta, or a snapshot only where that is smaller;
    /// nil if it missed nothing. `after` is a position that this history sent.
    public func catchUp(after: UInt64, now: Timestamp) -> SeatEvent? {
        guard after != seq else { return nil }
        guard let delta = merged(after: after), delta.wireSize <= snapshotWireSize else {
            return .snapshot(snapshot(now: now))
        }
        return .delta(delta)
    }

    /// About how many bytes a snapshot takes on the wire.
    var snapshotWireSize: Int {
        states.count + showID.utf8.count + epoch.utf8.count + hallID.utf8.count + 32
    }
}

extension SeatDelta {
    /// About how many bytes the delta takes on the wire: a tag and a length, then two tags, a varint and a byte.
    var wireSize: Int {
        var size = 12
        for change in changes { size += change.seat < 128 ? 6 : change.seat < 16_384 ? 7 : 8 }
        return size
    }
}
