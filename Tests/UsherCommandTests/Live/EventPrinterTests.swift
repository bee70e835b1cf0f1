import Testing
import Usher
import UsherCore

@testable import UsherCommand

@Suite struct EventPrinterTests {
    @Test("the position follows snapshots and deltas, and nothing else moves it back")
    func positions() {
        var position = Position()
        let snapshot = SeatSnapshot(
            showID: "s", epoch: "e", seq: 3, hallID: "h", hallRevision: 1, states: [],
            serverTime: Timestamp(nanoseconds: 0))
        EventPrinter.advance(&position, .snapshot(snapshot))
        #expect(position == Position(epoch: "e", seq: 3))
        EventPrinter.advance(&position, .delta(SeatDelta(firstSeq: 4, lastSeq: 6, changes: [])))
        #expect(position.seq == 6)
        EventPrinter.advance(&position, .heartbeat(seq: 6, serverTime: Timestamp(nanoseconds: 0), showVersion: 1))
        EventPrinter.advance(&position, SeatEvent.drain(reconnectAfter: .zero, reason: ""))
        EventPrinter.advance(&position, SeatEvent.unknown)
        #expect(position == Position(epoch: "e", seq: 6))
    }

    @Test("a room's position follows snapshots and changes; numbers have no epoch to resume from")
    func roomPositions() {
        let noon = Timestamp(nanoseconds: 0)
        var position = Position()
        let snapshot = RoomSnapshot(
            epoch: "e", seq: 3, members: [], hallID: "h", hallRevision: 1, serverTime: noon)
        EventPrinter.advance(&position, .snapshot(snapshot))
        EventPrinter.advance(&position, .change(RoomChange(seq: 4, kind: .unknown)))
        #expect(position == Position(epoch: "e", seq: 4))
        EventPrinter.advance(&position, .heartbeat(seq: 4, serverTime: noon))
        EventPrinter.advance(&position, RoomEvent.drain(reconnectAfter: .zero, reason: ""))
        EventPrinter.advance(&position, .counts(RoomCounts(seq: 9, whole: MemberCounts(), areas: [])))
        EventPrinter.advance(&position, RoomEvent.unknown)
        #expect(position == Position(epoch: "e", seq: 4))
    }

    @Test("a stream that never came to be is given up soon, one that was heard is not")
    func patience() {
        let away = UsherError(.unavailable, message: "TLS failed")
        #expect(StreamLoop.isWorthAnother(away, 0, hasHeard: false))
        #expect(StreamLoop.isWorthAnother(away, 2, hasHeard: false) == false)
        #expect(StreamLoop.isWorthAnother(away, 100, hasHeard: true))
        #expect(StreamLoop.isWorthAnother(UsherError(.notFound, message: ""), 0, hasHeard: true) == false)
    }
}
