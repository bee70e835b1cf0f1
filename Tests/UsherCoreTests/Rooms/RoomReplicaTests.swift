import Testing
import UsherCore

@Suite("A reader's copy of a room") struct RoomReplicaTests {
    static let now = Timestamp(nanoseconds: 5)

    static func member(_ id: String, seat: String = "", _ status: MemberStatus = .idle, joined: Int64 = 1) -> RoomMember
    {
        RoomMember(memberID: id, seat: seat, status: status, joinedAt: Timestamp(nanoseconds: joined * 1_000_000_000))
    }

    static func snapshot(
        _ seq: UInt64, _ members: [RoomMember], epoch: String = "e", revision: UInt64 = 1
    ) -> RoomEvent {
        .snapshot(
            RoomSnapshot(
                epoch: epoch, seq: seq, members: members, hallID: "h", hallRevision: revision, serverTime: now))
    }

    static func change(_ seq: UInt64, _ kind: RoomChange.Kind) -> RoomEvent {
        .change(RoomChange(seq: seq, kind: kind))
    }

    /// Ann on A and Bob on B, at 10.
    static func replica() -> RoomReplica {
        var replica = RoomReplica()
        _ = replica.apply(snapshot(10, [member("ann", seat: "A"), member("bob", seat: "B")]))
        return replica
    }

    @Test("a change applies exactly where the reader stands, and tells what is another")
    func changes() {
        var replica = Self.replica()
        let joined = Self.member("cem", joined: 2)
        #expect(replica.apply(Self.change(11, .joined(joined))) == .applied([.joined(joined)]))
        let moved = MemberUpdate(memberID: "ann", seat: "C", status: .resting)
        #expect(replica.apply(Self.change(12, .updated(moved))) == .applied([.updated(moved)]))
        #expect(replica.apply(Self.change(12, .updated(moved))) == .ignored)
        #expect(replica.member(onSeat: "A") == nil)
        #expect(replica.member(onSeat: "C")?.memberID == "ann")
        #expect(replica.apply(Self.change(13, .left("bob"))) == .applied([.left("bob")]))
        #expect(replica.member(onSeat: "B") == nil)
        #expect(replica.members.map(\.memberID) == ["ann", "cem"])
        #expect(replica.apply(Self.change(15, .left("ann"))) == .resume(.missed(from: 14, to: 15)))
        #expect(replica.position == Position(epoch: "e", seq: 13))
    }

    @Test("an update tells only fields that differ; one of what is so already moves the position alone")
    func sameAgain() {
        var replica = Self.replica()
        let update = MemberUpdate(memberID: "ann", seat: "A", status: .focusing)
        #expect(
            replica.apply(Self.change(11, .updated(update)))
                == .applied([.updated(MemberUpdate(memberID: "ann", status: .focusing))]))
        #expect(replica.apply(Self.change(12, .updated(update))) == .applied([]))
        #expect(replica.position.seq == 12)
    }

    @Test(
        "what cannot be applied makes the reader read the room anew, and nothing is told twice by that",
        arguments: [
            RoomChange.Kind.unknown, .left("nobody"), .updated(MemberUpdate(memberID: "nobody")),
            .joined(RoomReplicaTests.member("ann")),
        ])
    func anew(kind: RoomChange.Kind) {
        var replica = Self.replica()
        #expect(replica.apply(Self.change(11, kind)) == .resume(.noMap))
        #expect(replica.position == Position())
        let bob = Self.member("bob", seat: "B", .resting)
        #expect(
            replica.apply(Self.snapshot(11, [Self.member("ann", seat: "A"), bob]))
                == .replaced(
                    changes: [.updated(MemberUpdate(memberID: "bob", status: .resting))], newEpoch: false,
                    newHall: false))
    }

    @Test("a snapshot tells the differences: who left and came back is told as both")
    func snapshots() {
        var replica = Self.replica()
        let back = Self.member("ann", seat: "A", joined: 9)
        #expect(
            replica.apply(Self.snapshot(20, [Self.member("bob", seat: "B"), back]))
                == .replaced(changes: [.left("ann"), .joined(back)], newEpoch: false, newHall: false))
        #expect(replica.members.map(\.memberID) == ["bob", "ann"])
        #expect(
            replica.apply(Self.snapshot(3, [back], epoch: "f", revision: 2))
                == .replaced(changes: [.left("bob")], newEpoch: true, newHall: true))
    }

    @Test("a heartbeat elsewhere than where the reader stands means that something is missing")
    func heartbeats() {
        var replica = Self.replica()
        #expect(replica.apply(.heartbeat(seq: 10, serverTime: Self.now)) == .alive(serverTime: Self.now))
        #expect(replica.apply(.heartbeat(seq: 11, serverTime: Self.now)) == .resume(.heartbeat(seq: 11)))
        #expect(replica.apply(.unknown) == .ignored)
        var fresh = RoomReplica()
        #expect(fresh.apply(.heartbeat(seq: 0, serverTime: Self.now)) == .resume(.noMap))
        #expect(fresh.apply(Self.change(1, .left("x"))) == .resume(.noMap))
    }

    @Test("a reader of numbers is told when they are others, and counts the members that a poll brings")
    func numbers() {
        var replica = RoomReplica(detail: .counts)
        let counts = RoomCounts(seq: 7, whole: MemberCounts(present: 2, focusing: 1), areas: [])
        #expect(replica.apply(.counts(counts)) == .applied([.counts]))
        var later = counts
        later.seq = 9
        #expect(replica.apply(.counts(later)) == .applied([]))
        #expect(replica.apply(.heartbeat(seq: 12, serverTime: Self.now)) == .alive(serverTime: Self.now))
        #expect(replica.position.epoch.isEmpty)
        #expect(
            replica.apply(Self.snapshot(12, [Self.member("ann")]))
                == .replaced(changes: [.counts], newEpoch: false, newHall: true))
        #expect(replica.counts == nil)
        #expect(RoomCounts(of: replica.members, in: nil, seq: 12).whole == MemberCounts(present: 1))
        #expect(replica.apply(Self.change(13, .left("ann"))) == .applied([.counts]))
        #expect(replica.apply(.counts(counts)) == .applied([.counts]))
        #expect(replica.memberCount == 0)
        var members = Self.replica()
        #expect(members.apply(.counts(counts)) == .ignored)
    }

    @Test("whatever is lost, repeated or reordered: the reader has the room as it was at its position, or resumes")
    func anyStream() {
        for seed in 1...60 as ClosedRange<UInt64> {
            var run = RoomRun(seed: seed)
            run.play(rounds: 120)
        }
    }
}

/// One room's random life, and a reader whose stream loses, repeats and swaps events.
private struct RoomRun {
    let seed: UInt64
    var generator: SeededGenerator
    var history: RoomHistory
    var lists: [Position: [RoomMember]] = [:]
    var replica = RoomReplica()
    /// What an app knows that is told differences only.
    var app: [RoomMember] = []
    var stream: [RoomEvent] = []
    var epoch = 0
    var time: Int64 = 1

    init(seed: UInt64) {
        self.seed = seed
        generator = SeededGenerator(seed: seed)
        history = Self.history("e0", seq: 5, [])
        lists[Position(epoch: "e0", seq: 5)] = []
        resume()
    }

    static func history(_ epoch: String, seq: UInt64, _ members: [RoomMember]) -> RoomHistory {
        RoomHistory(
            epoch: epoch, hall: RoomHistoryTests.hall, room: RoomHistoryTests.room, seq: seq, members: members)
    }

    mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }

    mutating func play(rounds: Int) {
        for _ in 0..<rounds {
            if oneIn(60) {
                // A backup was restored.
                epoch += 1
                history = Self.history("e\(epoch)", seq: UInt64.random(in: 0...9, using: &generator), history.members)
                lists[Position(epoch: history.epoch, seq: history.seq)] = history.members
                resume()
            }
            for _ in 0..<Int.random(in: 0...4, using: &generator) { change() }
            tell()
        }
        // In the end nothing is lost any more.
        resume()
        while !stream.isEmpty { hear(stream.removeFirst()) }
        #expect(replica.members == history.members, "seed \(seed)")
        #expect(replica.position == Position(epoch: history.epoch, seq: history.seq), "seed \(seed)")
    }

    private mutating func change() {
        let id = ["ann", "bob", "cem", "dan", "eve"].randomElement(using: &generator) ?? "ann"
        let kind: RoomChange.Kind
        if history.member(id) == nil {
            time += 1
            kind = .joined(RoomReplicaTests.member(id, joined: time / 3))
        } else if oneIn(4) {
            kind = .left(id)
        } else {
            let seat = ["", "A", "B", "C"].randomElement(using: &generator)
            let isFree = seat.map { code in code.isEmpty || !history.members.contains { $0.seat == code } } ?? false
            kind = .updated(
                MemberUpdate(
                    memberID: id, seat: isFree ? seat : nil,
                    status: MemberStatus.allCases.randomElement(using: &generator)))
        }
        let change = RoomChange(seq: history.seq + 1, kind: kind)
        history.append(change)
        lists[Position(epoch: history.epoch, seq: history.seq)] = history.members
        stream.append(.change(change))
    }

    private mutating func resume() {
        stream = history.events(after: replica.position, now: RoomReplicaTests.now)
    }

    private mutating func tell() {
        // A change names no epoch: the snapshot that brings another one comes first, as streams do not lose what they
        // begin with.
        let beginsAnew = if case .snapshot = stream.first { true } else { false }
        if stream.count > 1, !beginsAnew, oneIn(10) { stream.swapAt(0, 1) }
        if !stream.isEmpty, !beginsAnew, oneIn(12) { stream.removeFirst() }
        if let first = stream.first, oneIn(10) { stream.insert(first, at: 0) }
        if oneIn(15) { stream.append(.heartbeat(seq: history.seq, serverTime: RoomReplicaTests.now)) }
        if oneIn(25) { stream = history.catchUp(after: replica.position.seq, now: RoomReplicaTests.now, in: replica) }
        while !stream.isEmpty, !oneIn(3) { hear(stream.removeFirst()) }
    }

    private mutating func hear(_ event: RoomEvent) {
        guard !replica.isLate(event, leftEpoch: "") else { return }
        switch replica.apply(event) {
        case .applied(let differences), .replaced(let differences, _, _): take(differences)
        case .resume: resume()
        case .alive, .ignored, .sideChanged, .drain: break
        }
        guard !replica.position.epoch.isEmpty else { return }
        #expect(replica.members == lists[replica.position], "seed \(seed) at \(replica.position)")
        #expect(app == replica.members, "seed \(seed) at \(replica.position)")
        for member in replica.members where !member.seat.isEmpty {
            #expect(replica.member(onSeat: member.seat)?.memberID == member.memberID, "seed \(seed)")
        }
    }

    private mutating func take(_ differences: [RoomDifference]) {
        for difference in differences {
            switch difference {
            case .joined(let member): app.append(member)
            case .left(let id): app.removeAll { $0.memberID == id }
            case .updated(let update):
                for index in app.indices where app[index].memberID == update.memberID { app[index].apply(update) }
            case .counts: Issue.record("seed \(seed): numbers were told")
            }
        }
    }
}

extension RoomHistory {
    /// For a reader of this epoch; of another one everything.
    fileprivate func catchUp(after seq: UInt64, now: Timestamp, in replica: RoomReplica) -> [RoomEvent] {
        replica.position.epoch == epoch ? catchUp(after: seq, now: now) : [.snapshot(snapshot(now: now))]
    }
}
