import Testing
import Usher
import UsherCore

@testable import UsherCommand

@Suite struct DiagnosticsTextTests {
    @Test("a map's diagnostics are one line")
    func line() {
        var counters = WatchCounters()
        counters.streams = 3
        counters.events = 40
        counters.bytes = 1_234
        counters.droppedEvents = 2
        counters.repairedGaps = 1
        var map = MapDiagnostics(
            connection: .live, position: Position(epoch: "e1", seq: 42), silence: .seconds(3), isStale: false,
            counters: counters, skew: nil)
        #expect(
            DiagnosticsText.line(map)
                == "position e1/42, live, last message 3 s ago, reconnects 2, polls 0, events 40, bytes 1234, dropped 2, repaired 1"
        )
        map.connection = .failed(UsherError(.notFound, reason: "SHOW_UNKNOWN", message: "no"))
        map.position = Position()
        map.silence = nil
        map.isStale = true
        #expect(
            DiagnosticsText.line(map).hasPrefix(
                "position none/0, failed with SHOW_UNKNOWN (stale), last message never,"))
    }
}
