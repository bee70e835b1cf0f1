import Foundation
import TerminalKit
import Usher

/// A study room on a terminal: a seat, company and focus.
@main struct Main {
    private static let usage = """
        usage: StudyRoom ROOM --member ID [--name NAME] [--server ADDRESS] [--store DIR] [--minutes N]
        """

    @MainActor static func main() async {
        guard let options = Options(Array(CommandLine.arguments.dropFirst())) else { end(2, usage) }
        guard let terminal = Terminal() else { end(2, "StudyRoom needs a terminal to draw on and to read keys from") }

        let client = UsherClient(address: options.server)
        let timer: FocusTimer
        do throws(UsherError) {
            timer = try client.focusTimer(member: options.memberID, store: FocusStore(directory: options.store))
        } catch {
            end(1, "\(error)")
        }
        // More keys than this nobody types ahead; redraws are asked for one at a time.
        let (events, continuation) = AsyncStream.makeStream(
            of: App.Event.self, bufferingPolicy: .bufferingOldest(1_024))
        // Before raw mode, so that no signal can end the process in it.
        TerminalEvents.start(terminal) { continuation.yield(.terminal($0)) }
        terminal.enter()
        let ticking = Task {
            // The minutes of all who focus: they follow from time stamps, and only have to be drawn.
            while !Task.isCancelled {
                do { try await Task.sleep(for: .milliseconds(500)) } catch { return }
                continuation.yield(.changed)
            }
        }
        let app = App(terminal, client.room(options.roomID), timer, options) { continuation.yield($0) }
        if await app.run(events) == .resting {
            // The room is told that nobody is here, if it answers soon; by its deadline it finds out itself.
            client.suspend()
            await app.rest()
        }
        ticking.cancel()
        terminal.leave()
        timer.close()
        client.close()
    }

    private static func end(_ status: Int32, _ text: String) -> Never {
        FileHandle.standardError.write(Data((text + "\n").utf8))
        exit(status)
    }
}
