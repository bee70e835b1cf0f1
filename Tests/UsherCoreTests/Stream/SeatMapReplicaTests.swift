import Testing
import UsherCore

@Suite struct SeatMapReplicaTests {
    static let now = Stage.start

    static func snapshot(
        _ states: [UInt8], seq: UInt64, epoch: String = "e", revision: UInt64 = 1
    ) -> SeatEvent {
        .snapshot(
            SeatSnapshot(
                showID: "S", epoch: epoch, seq: seq, hallID: "H", hallRevision: revision, states: states,
                serverTime: now))
    }

    static func replica() -> SeatMapReplica {
        var replica = SeatMapReplica()
        _ = replica.apply(snapshot([1, 2, 3], seq: 10))
        return replica
    }

    static func delta(_ first: UInt64, _ last: UInt64, _ changes: [SeatChange]) -> SeatEvent {
        .delta(SeatDelta(firstSeq: first, lastSeq: last, changes: changes))
    }

    @Test("a snapshot replaces the map and tells what is different")
    func snapshots() {
        var replica = SeatMapReplica()
        #expect(
            replica.apply(Self.snapshot([1, 2], seq: 10))
                == .replaced(
                    changes: [SeatChange(0, .available), SeatChange(1, .locked)], newEpoch: false, newHall: true))
        #expect(
            replica.apply(Self.snapshot([1, 3], seq: 12))
                == .replaced(changes: [SeatChange(1, .sold)], newEpoch: false, newHall: false))
        #expect(
            replica.apply(Self.snapshot([1, 3], seq: 2, epoch: "f"))
                == .replaced(changes: [], newEpoch: true, newHall: false))
        #expect(replica.position == Position(epoch: "f", seq: 2))
        #expect(
            replica.apply(Self.snapshot([1], seq: 2, epoch: "f", revision: 2))
                == .replaced(changes: [SeatChange(0, .available)], newEpoch: false, newHall: true))
    }

    @Test("a delta applies exactly to a reader who stands before it")
    func deltas() {
        var replica = Self.replica()
        let change = [SeatChange(0, .locked), SeatChange(1, .locked)]
        #expect(replica.apply(Self.delta(11, 12, change)) == .applied([SeatChange(0, .locked)]))
        #expect(replica.position.seq == 12)
        #expect(replica.apply(Self.delta(11, 12, change)) == .ignored)
        #expect(replica.apply(Self.delta(14, 14, change)) == .resume(.missed(from: 13, to: 14)))
        #expect(replica.apply(Self.delta(12, 13, change)) == .resume(.missed(from: 13, to: 13)))
        #expect(replica.position == Position(epoch: "e", seq: 12))
        #expect(replica.states == [2, 2, 3])
    }

    @Test("a delta that the map cannot take gives up the position")
    func broken() {
        var fresh = SeatMapReplica()
        #expect(fresh.apply(Self.delta(1, 1, [])) == .resume(.noMap))
        for seat in [-1, 3] as [Int32] {
            var replica = Self.replica()
            #expect(
                replica.apply(Self.delta(11, 11, [SeatChange(0, .sold), SeatChange(seat, .sold)])) == .resume(.noMap))
            #expect(replica.position == Position())
            #expect(replica.states == [1, 2, 3])
        }
    }

    @Test("a heartbeat of another position means something was missed")
    func heartbeats() {
        var replica = Self.replica()
        #expect(
            replica.apply(.heartbeat(seq: 10, serverTime: Self.now, showVersion: 3)) == .alive(serverTime: Self.now))
        #expect(replica.showVersion == 3)
        for seq in [9, 11] as [UInt64] {
            #expect(
                replica.apply(.heartbeat(seq: seq, serverTime: Self.now, showVersion: 3))
                    == .resume(.heartbeat(seq: seq)))
        }
    }

    @Test("states and events of a newer server are no error")
    func forward() {
        var replica = Self.replica()
        #expect(replica.apply(.unknown) == .ignored)
        #expect(replica.position.seq == 10)
        let odd = SeatChange(seat: 0, state: 77)
        #expect(replica.apply(Self.delta(11, 11, [odd])) == .applied([odd]))
        #expect(!replica.isAvailable(0))
        #expect(!replica.isAvailable(99))
        #expect(replica.apply(Self.delta(12, 12, [SeatChange(0, .available)])) == .applied([SeatChange(0, .available)]))
        #expect(replica.isAvailable(0))
    }

    @Test("a show event changes the show and not the position")
    func show() {
        var replica = Self.replica()
        var show = Stage().state.show
        show.version = 5
        #expect(replica.apply(.show(show)) == .sideChanged)
        #expect(replica.show == show)
        #expect(replica.showVersion == 5)
        #expect(replica.position.seq == 10)
        show.version = 4
        #expect(replica.apply(.show(show)) == .ignored)
        #expect(replica.show?.version == 5)
        #expect(
            replica.apply(.drain(reconnectAfter: .seconds(2), reason: "bye"))
                == .drain(reconnectAfter: .seconds(2), reason: "bye"))
    }
}
