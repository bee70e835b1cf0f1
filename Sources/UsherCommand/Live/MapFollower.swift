import Usher
import UsherCore

/// Feeds a screen from a show's living map until it is cancelled or going on is useless.
enum MapFollower {
    static func follow(_ map: SeatMap, _ screen: LiveScreen) async throws {
        for try await update in map.updates { await screen.apply(update) }
    }

    /// Draws the screen as often as eyes can follow.
    static func refresh(_ screen: some Screen) async {
        while !Task.isCancelled {
            await screen.refresh()
            do { try await Task.sleep(for: .milliseconds(Limits.frameMilliseconds)) } catch { return }
        }
    }

    /// Has the screen tell how the map is doing, as often as somebody who looks for a fault wants to know.
    static func diagnose(_ screen: LiveScreen) async {
        while !Task.isCancelled {
            await screen.diagnose()
            do { try await Task.sleep(for: .seconds(Limits.diagnosticsSeconds)) } catch { return }
        }
    }
}
