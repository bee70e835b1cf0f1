import Testing
import UsherCore

@Suite struct SeatHistoryTests {
    static let now = Stage.start

    static func history(seats: Int = 1_000, seq: UInt64 = 50) -> SeatHistory {
        SeatHistory(
            showID: "S", epoch: "e", hallID: "H", hallRevision: 1, seq: seq,
            states: [UInt8](repeating: 1, count: seats))
    }

    static func delta(_ seq: UInt64, _ seat: Int32, _ state: SeatState = .locked) -> SeatDelta {
        SeatDelta(firstSeq: seq, lastSeq: seq, changes: [SeatChange(seat, state)])
    }

    @Test("the first event is a snapshot for an empty or another epoch, and for a position ahead")
    func snapshots() {
        var history = Self.history()
        history.append(Self.delta(51, 3))
        for position in [
            Position(), Position(epoch: "", seq: 51), Position(epoch: "f", seq: 51),
            Position(epoch: "e", seq: 52), Position(epoch: "e", seq: 49),
        ] {
            #expect(
                history.event(after: position, now: Self.now, showVersion: 4)
                    == .snapshot(history.snapshot(now: Self.now)), "\(position)")
        }
        #expect(history.snapshot(now: Self.now).states[3] == SeatState.locked.rawValue)
    }

    @Test("a reader who missed nothing gets a heartbeat at once, else one merged delta")
    func deltas() {
        var history = Self.history()
        history.append(Self.delta(51, 3))
        history.append(Self.delta(52, 1))
        history.append(Self.delta(53, 3, .sold))
        #expect(
            history.event(after: Position(epoch: "e", seq: 53), now: Self.now, showVersion: 4)
                == .heartbeat(seq: 53, serverTime: Self.now, showVersion: 4))
        #expect(
            history.event(after: Position(epoch: "e", seq: 50), now: Self.now, showVersion: 4)
                == .delta(
                    SeatDelta(firstSeq: 51, lastSeq: 53, changes: [SeatChange(1, .locked), SeatChange(3, .sold)])))
        #expect(history.merged(after: 52) == Self.delta(53, 3, .sold))
        #expect(history.merged(after: 53) == nil)
        #expect(history.merged(after: 54) == nil)
        #expect(history.merged(after: 49) == nil)
    }

    @Test("a commit of several changes is one delta with each seat once, in its last state")
    func commit() {
        var history = Self.history()
        var single = history
        let changes = [
            SeatChange(3, .locked), SeatChange(1, .locked), SeatChange(3, .available), SeatChange(2, .blocked),
            SeatChange(3, .sold),
        ]
        for (position, change) in changes.enumerated() {
            single.append(SeatDelta(firstSeq: 51 + UInt64(position), lastSeq: 51 + UInt64(position), changes: [change]))
        }
        let delta = history.append(changes, through: 55)
        #expect(delta.firstSeq == 51 && delta.lastSeq == 55)
        #expect(
            delta.changes.sorted { $0.seat < $1.seat } == [
                SeatChange(1, .locked), SeatChange(2, .blocked), SeatChange(3, .sold),
            ])
        #expect(history.states == single.states && history.seq == single.seq)
        #expect(history.merged(after: 50)?.changes.count == 3)
        // The same seat again in the next one.
        #expect(history.append([SeatChange(3, .available)], through: 56).changes == [SeatChange(3, .available)])
        #expect(history.merged(after: 55)?.changes == [SeatChange(3, .available)])
        #expect(history.states[3] == SeatState.available.rawValue)
    }

    @Test(
        "the gap that is still answered with a delta is max(100, seats / 16)",
        arguments: [
            (10, 100), (1_600, 100), (1_616, 101), (100_000, 6_250),
        ])
    func gap(seats: Int, span: Int) {
        var history = Self.history(seats: seats, seq: 0)
        for seq in 1...UInt64(span + 1) { history.append(Self.delta(seq, Int32(seq % 7))) }
        guard
            case .delta(let delta) = history.event(
                after: Position(epoch: "e", seq: 1), now: Self.now, showVersion: 0)
        else {
            Issue.record("no delta")
            return
        }
        #expect(delta.firstSeq == 2 && delta.lastSeq == UInt64(span + 1))
        #expect(delta.changes.count == 7)
        guard case .snapshot = history.event(after: Position(epoch: "e", seq: 0), now: Self.now, showVersion: 0)
        else {
            Issue.record("no snapshot")
            return
        }
    }

    @Test("a reader in mid-stream gets a snapshot only where it is smaller, however far behind it is")
    func catchUp() {
        var history = Self.history(seats: 1_000, seq: 0)
        for seq in 1...5_000 as ClosedRange<UInt64> { history.append(Self.delta(seq, Int32(seq % 20))) }
        guard case .delta(let delta) = history.catchUp(after: 0, now: Self.now) else {
            Issue.record("no delta")
            return
        }
        #expect(delta.firstSeq == 1 && delta.lastSeq == 5_000)
        #expect(delta.changes.map(\.seat) == Array(0..<20))
        for seq in 5_001...6_000 as ClosedRange<UInt64> { history.append(Self.delta(seq, Int32(seq % 1_000))) }
        #expect(history.catchUp(after: 0, now: Self.now) == .snapshot(history.snapshot(now: Self.now)))
        #expect(history.catchUp(after: 6_000, now: Self.now) == nil)
        #expect(history.catchUp(after: 5_999, now: Self.now) == .delta(Self.delta(6_000, 0)))
    }

    @Test("a reader that stands within a merged delta gets what it missed")
    func within() {
        var history = Self.history(seq: 0)
        history.append(SeatDelta(firstSeq: 1, lastSeq: 4, changes: [SeatChange(1, .sold), SeatChange(2, .locked)]))
        history.append(Self.delta(5, 9))
        let delta = history.merged(after: 2)
        #expect(delta?.firstSeq == 3)
        #expect(delta?.changes == [SeatChange(1, .sold), SeatChange(2, .locked), SeatChange(9, .locked)])
    }

    @Test("however far behind a reader is, its delta has exactly the seats touched since")
    func exact() {
        var history = Self.history(seats: 9_000, seq: 0)
        for seq in 1...4_000 as ClosedRange<UInt64> { history.append(Self.delta(seq, Int32(seq * 2))) }
        for after in [0, 1, 1_999, 2_000, 3_400, 3_436, 3_437, 3_438, 3_439, 3_999] as [UInt64] {
            let delta = history.merged(after: after)
            #expect(delta?.changes.map(\.seat) == (after + 1...4_000).map { Int32($0 * 2) }, "after \(after)")
        }
    }

    /// Commits, and many readers who join, leave, stall, resume and poll at random.
    @Test(
        "every reader that applied all events holds exactly the server's map", arguments: 1...30 as ClosedRange<UInt64>)
    func readers(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let life = ReplayTests.life(seed: seed, steps: 400)
        let state = life.stage.state
        var history = SeatHistory(
            showID: "S", epoch: "e", hallID: "H", hallRevision: 1, seq: 0,
            states: [UInt8](repeating: 1, count: state.states.count))
        var readers = [SeatMapReplica](repeating: SeatMapReplica(), count: 12)
        var attached = [Bool](repeating: false, count: 12)
        var pending = life.stage.deltas[...]
        while !pending.isEmpty {
            // One disk commit: a few deltas, told as one.
            let batch = pending.prefix(Int.random(in: 1...4, using: &random))
            pending = pending.dropFirst(batch.count)
            var last: [Int32: UInt8] = [:]
            for change in batch.flatMap(\.changes) { last[change.seat] = change.state }
            let delta = SeatDelta(
                firstSeq: batch.first!.firstSeq, lastSeq: batch.last!.lastSeq,
                changes: last.map { SeatChange(seat: $0.key, state: $0.value) })
            history.append(delta)
            for reader in readers.indices {
                switch Int.random(in: 0..<8, using: &random) {
                case 0: attached[reader] = false
                case 1:
                    attached[reader] = true
                    let event = history.event(after: readers[reader].position, now: Self.now, showVersion: 1)
                    accept(readers[reader].apply(event), event)
                case 2: break
                default:
                    guard attached[reader] else { continue }
                    if let event = history.catchUp(after: readers[reader].position.seq, now: Self.now) {
                        accept(readers[reader].apply(event), event)
                    }
                }
                if readers[reader].position == Position(epoch: "e", seq: history.seq) {
                    #expect(readers[reader].states == history.states, "seed \(seed)")
                }
            }
        }
        for reader in readers.indices {
            let event = history.event(after: readers[reader].position, now: Self.now, showVersion: 1)
            accept(readers[reader].apply(event), event)
            #expect(readers[reader].states == state.states, "seed \(seed)")
            #expect(readers[reader].position.seq == state.seq)
        }
    }

    private func accept(_ outcome: SeatMapReplica.Outcome, _ event: SeatEvent) {
        switch outcome {
        case .applied, .replaced, .alive: break
        default: Issue.record("\(event) gave \(outcome)")
        }
    }
}
