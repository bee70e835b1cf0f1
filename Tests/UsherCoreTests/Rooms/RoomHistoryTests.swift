import Testing
import UsherCore

@Suite struct RoomHistoryTests {
    static let now = Stage.start
    static let room = Room(roomID: "R", hallID: "H", hallRevision: 1)

    /// Two areas that share row B of the hall's four rows.
    static let hall: HallRevision = {
        var hall = Stage.hall()
        hall.areas = [
            Area(areaID: "window", firstRow: 0, rowCount: 2, firstColumn: 0, columnCount: 3),
            Area(areaID: "quiet", firstRow: 1, rowCount: 3, firstColumn: 0, columnCount: 6),
        ]
        return HallRevision(hall)
    }()

    static func member(_ id: String, seat: String = "", _ status: MemberStatus = .idle) -> RoomMember {
        RoomMember(memberID: id, seat: seat, status: status, nickname: "n-" + id, joinedAt: now)
    }

    static func history(seq: UInt64 = 50, members: [RoomMember] = []) -> RoomHistory {
        RoomHistory(epoch: "e", hall: hall, room: room, seq: seq, members: members)
    }

    static func change(_ seq: UInt64, _ kind: RoomChange.Kind) -> RoomChange { RoomChange(seq: seq, kind: kind) }

    static func status(_ seq: UInt64, _ member: String, _ status: MemberStatus) -> RoomChange {
        change(seq, .updated(MemberUpdate(memberID: member, status: status)))
    }

    @Test("the first event is a snapshot for an empty or another epoch, ahead, and behind the history")
    func snapshots() {
        var history = Self.history(members: [Self.member("ann"), Self.member("bob")])
        history.append(Self.status(51, "ann", .resting))
        let snapshot = RoomEvent.snapshot(history.snapshot(now: Self.now))
        for position in [
            Position(), Position(epoch: "", seq: 51), Position(epoch: "f", seq: 51), Position(epoch: "e", seq: 52),
            Position(epoch: "e", seq: 49),
        ] {
            #expect(history.events(after: position, now: Self.now) == [snapshot], "\(position)")
            #expect(history.event(after: position, now: Self.now) == snapshot, "\(position)")
        }
        #expect(history.snapshot(now: Self.now).members == [Self.member("ann", .resting), Self.member("bob")])
        #expect(history.snapshot(now: Self.now).hallID == "H")
    }

    @Test("a reader within the history is told each change that it missed, as it was; a poll only one")
    func changes() {
        var history = Self.history(members: [Self.member("ann")])
        let changes = [
            Self.status(51, "ann", .resting), Self.change(52, .joined(Self.member("bob"))),
            Self.status(53, "ann", .idle), Self.change(54, .left("bob")),
        ]
        for change in changes { history.append(change) }
        for behind in 0...4 {
            let position = Position(epoch: "e", seq: 54 - UInt64(behind))
            let events =
                behind == 0
                ? [.heartbeat(seq: 54, serverTime: Self.now)] : changes.suffix(behind).map(RoomEvent.change)
            #expect(history.events(after: position, now: Self.now) == events)
            let polled =
                behind < 2 ? events[0] : .snapshot(history.snapshot(now: Self.now))
            #expect(history.event(after: position, now: Self.now) == polled)
        }
    }

    @Test("a gap of a hundred is told change by change, one more is a snapshot", arguments: [100, 101, 199, 200, 450])
    func gap(count: UInt64) {
        var history = Self.history(seq: 0, members: [Self.member("ann")])
        for seq in 1...count {
            history.append(Self.status(seq, "ann", seq % 2 == 0 ? .idle : .resting))
        }
        #expect(history.reachesBackTo == count - 100)
        let told = history.events(after: Position(epoch: "e", seq: count - 100), now: Self.now)
        #expect(told.count == 100)
        #expect(told.first == .change(Self.status(count - 99, "ann", (count - 99) % 2 == 0 ? .idle : .resting)))
        guard count > 100 else { return }
        let far = history.events(after: Position(epoch: "e", seq: count - 101), now: Self.now)
        #expect(far == [.snapshot(history.snapshot(now: Self.now))])
    }

    @Test("a slow reader gets the changes where they are smaller than everybody, else a snapshot")
    func catchUp() {
        var crowd = Self.history(seq: 0, members: (0..<200).map { Self.member("member-\($0)") })
        var pair = Self.history(seq: 0, members: [Self.member("member-0"), Self.member("ann")])
        for seq in 1...40 as ClosedRange<UInt64> {
            crowd.append(Self.status(seq, "member-0", seq % 2 == 0 ? .idle : .resting))
            pair.append(Self.status(seq, "member-0", seq % 2 == 0 ? .idle : .resting))
        }
        #expect(crowd.catchUp(after: 40, now: Self.now).isEmpty)
        #expect(crowd.catchUp(after: 0, now: Self.now).count == 40)
        #expect(pair.catchUp(after: 0, now: Self.now) == [.snapshot(pair.snapshot(now: Self.now))])
        #expect(pair.catchUp(after: 39, now: Self.now) == [.change(Self.status(40, "member-0", .idle))])
        for seq in 41...101 as ClosedRange<UInt64> { crowd.append(Self.status(seq, "member-0", .away)) }
        #expect(crowd.catchUp(after: 0, now: Self.now) == [.snapshot(crowd.snapshot(now: Self.now))])
        #expect(crowd.catchUp(after: 1, now: Self.now).count == 100)
    }

    @Test("members stand in the order of their joining, whoever left and came back")
    func order() {
        var history = Self.history(seq: 0)
        for number in 0..<100 { history.append(Self.change(history.seq + 1, .joined(Self.member("m\(number)")))) }
        for number in 0..<90 { history.append(Self.change(history.seq + 1, .left("m\(number)"))) }
        history.append(Self.change(history.seq + 1, .joined(Self.member("m5"))))
        history.append(Self.status(history.seq + 1, "m95", .away))
        #expect(history.members.map(\.memberID) == (90..<100).map { "m\($0)" } + ["m5"])
        #expect(history.member("m95")?.status == .away)
        #expect(history.member("m0") == nil)
    }

    @Test("the numbers always are those of the members, in the hall's areas too")
    func counts() {
        var generator = SeededGenerator(seed: 5)
        var history = Self.history(seq: 0, members: [Self.member("m0", seat: "A1", .focusing)])
        let seats = ["", "A1", "A5", "B2", "B6", "D1"]
        for _ in 0..<2_000 {
            let id = "m\(Int.random(in: 0..<12, using: &generator))"
            let kind: RoomChange.Kind
            if history.member(id) == nil {
                kind = .joined(Self.member(id, seat: seats.randomElement(using: &generator)!))
            } else if Int.random(in: 0..<4, using: &generator) == 0 {
                kind = .left(id)
            } else {
                kind = .updated(
                    MemberUpdate(
                        memberID: id, seat: seats.randomElement(using: &generator)!,
                        status: MemberStatus.allCases.randomElement(using: &generator)!))
            }
            history.append(Self.change(history.seq + 1, kind))
            let members = history.members
            let window = members.filter { ["A1", "B2"].contains($0.seat) }
            let quiet = members.filter { ["B2", "B6", "D1"].contains($0.seat) }
            let expected = RoomCounts(
                seq: history.seq, whole: Self.tally(members),
                areas: [
                    AreaCounts(areaID: "window", counts: Self.tally(window)),
                    AreaCounts(areaID: "quiet", counts: Self.tally(quiet)),
                ])
            guard history.counts == expected else {
                Issue.record("\(history.counts) instead of \(expected)")
                return
            }
        }
    }

    private static func tally(_ members: [RoomMember]) -> MemberCounts {
        func count(_ status: MemberStatus) -> Int { members.count { $0.status == status } }
        return MemberCounts(
            present: members.count, focusing: count(.focusing), resting: count(.resting), away: count(.away))
    }
}
