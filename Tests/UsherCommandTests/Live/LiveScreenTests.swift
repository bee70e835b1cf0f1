import Testing
import Usher
import UsherCore

@testable import UsherCommand

@Suite struct LiveScreenTests {
    @Test("who waits for the first map is told, once, why no stream comes")
    func beforeTheFirstMap() async throws {
        let client = UsherClient(address: ServerAddress(host: "127.0.0.1", port: 1))
        let map = client.seatMap("tonight")
        let recording = RecordingConsole()
        let style = DrawStyle(width: 80, height: nil, color: false, unicode: true)
        let screen = LiveScreen(recording.console, style, show: nil, followed: map)
        for _ in 0..<1_000 where !recording.error.contains("\n") {
            await screen.refresh()
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(recording.error.hasPrefix("the stream ended (cannot connect to 127.0.0.1 port 1: "))
        #expect(recording.error.contains("next attempt "))
        map.close()
        client.close()
    }

    @Test("what was told before the first map is not told again with it")
    func toldOnce() async {
        let recording = RecordingConsole()
        let style = DrawStyle(width: 80, height: nil, color: false, unicode: true)
        let screen = LiveScreen(recording.console, style, show: nil)
        let waiting = MapConnection.waiting(
            retryIn: .seconds(4), after: UsherError(.unavailable, message: "gone"))
        let hall = Hall(hallID: "h", rowCount: 1, columnCount: 1, seats: [Seat(code: "A1", row: 0, column: 0)])
        var update = SeatMapUpdate(
            position: Position(epoch: "e", seq: 1), isReset: true, hall: hall,
            changes: [SeatChange(seat: 0, state: 1)], connection: waiting)
        await screen.apply(update)
        update.isReset = false
        update.changes = []
        await screen.apply(update)
        #expect(recording.error == "the stream ended (gone), next attempt in 4 s\n")
    }
}
