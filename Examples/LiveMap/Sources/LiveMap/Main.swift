import Foundation
import TerminalKit
import Usher

/// A living seat map on a terminal, to buy from.
@main struct Main {
    private static let usage = "usage: LiveMap SHOW [--server ADDRESS] [--holder ID]"

    @MainActor static func main() async {
        guard let options = Options(Array(CommandLine.arguments.dropFirst())) else { end(2, usage) }
        guard let terminal = Terminal() else { end(2, "LiveMap needs a terminal to draw on and to read keys from") }

        let client = UsherClient(address: options.server)
        let map = client.seatMap(options.showID)
        // More keys than this nobody types ahead; redraws are asked for one at a time.
        let (events, continuation) = AsyncStream.makeStream(
            of: App.Event.self, bufferingPolicy: .bufferingOldest(1_024))
        // Before raw mode, so that no signal can end the process in it.
        TerminalEvents.start(terminal) { continuation.yield(.terminal($0)) }
        terminal.enter()
        let ticking = Task {
            // The countdown's seconds.
            while !Task.isCancelled {
                do { try await Task.sleep(for: .milliseconds(500)) } catch { return }
                continuation.yield(.changed)
            }
        }
        await App(terminal, map, holder: options.holder) { continuation.yield($0) }.run(events)
        ticking.cancel()
        terminal.leave()
        client.close()
    }

    private static func end(_ status: Int32, _ text: String) -> Never {
        FileHandle.standardError.write(Data((text + "\n").utf8))
        exit(status)
    }
}
