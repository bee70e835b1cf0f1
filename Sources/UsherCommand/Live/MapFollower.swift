import Usher
import UsherCore

/// Feeds a screen from a show's living map until it is cancelled or going on is useless.
enum MapFollower {
    static func follow(_ showID: String, _ client: UsherClient, _ screen: LiveScreen) async throws {
        for try await update in client.watch(showID) {
            if case .map(let states, let position, let hallID, let revision) = update {
                let hall =
                    await screen.lacks(hallID, revision) ? try await client.hall(hallID, revision: revision) : nil
                await screen.replace(hall: hall, states: states, position: position)
            } else {
                await screen.apply(update)
            }
        }
    }

    /// Draws the screen as often as eyes can follow.
    static func refresh(_ screen: LiveScreen) async {
        while !Task.isCancelled {
            await screen.refresh()
            do { try await Task.sleep(for: .milliseconds(Limits.frameMilliseconds)) } catch { return }
        }
    }
}
