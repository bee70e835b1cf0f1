import Testing
import Usher
import UsherCore

@testable import UsherCommand

@Suite struct LiveMapTests {
    private let hall = Hall(
        hallID: "h", revision: 2, rowCount: 1, columnCount: 2,
        seats: [Seat(code: "A", row: 0, column: 0), Seat(code: "B", row: 0, column: 1)])

    private func map() -> LiveMap {
        var map = LiveMap()
        map.apply(
            SeatMapUpdate(
                position: Position(epoch: "e", seq: 4), isReset: true, hall: hall,
                changes: [SeatChange(0, .available), SeatChange(1, .available)]))
        return map
    }

    @Test("changes move the map and its position; seats beyond the hall are ignored")
    func changes() {
        var map = map()
        map.apply(
            SeatMapUpdate(
                position: Position(epoch: "e", seq: 5), changes: [SeatChange(1, .sold), SeatChange(9, .sold)]))
        #expect(map.states == [1, 3])
        #expect(map.position == Position(epoch: "e", seq: 5))
        #expect(map.hall == hall)
    }

    @Test("a change is told by seat codes")
    func told() {
        let changes = [SeatChange(0, .locked), SeatChange(seat: 7, state: 9)]
        #expect(map().line(changes, Position(epoch: "e", seq: 6)) == "seq 6: A locked, #7 unknown")
    }

    @Test("a lost stream counts down to its next attempt")
    func waiting() {
        var map = LiveMap()
        let error = UsherError(.unavailable, message: "gone")
        map.apply(SeatMapUpdate(position: Position(), connection: .waiting(retryIn: .seconds(4), after: error)))
        func seconds(_ waited: TimeSpan) -> MapStatus.Connection {
            map.status(headers: [], footer: "", waited: waited).connection
        }
        #expect(seconds(.zero) == .waiting(seconds: 4))
        #expect(seconds(.milliseconds(2_500)) == .waiting(seconds: 2))
        #expect(seconds(.seconds(9)) == .waiting(seconds: 0))
        map.apply(SeatMapUpdate(position: Position(), connection: .polling))
        #expect(seconds(.zero) == .polling)
    }
}
