import Foundation
import Usher

/// Reads events over as many streams as it takes, each from where the last one stood, until the task is cancelled or
/// going on is useless.
enum StreamLoop {
    /// What an event asks for.
    enum Step: Sendable, Equatable {
        case goOn
        /// The stream ends soon; the next one is opened after the pause.
        case goOnThenPause(seconds: Double)
        /// The stream is of no more use: another one, at once.
        case reopen
    }

    /// `open` gives the next stream; `take` has an event; `lost` hears why a stream ended and when the next one comes, in
    /// seconds.
    static func run<Events: AsyncSequence>(
        open: () async -> Events, take: (Events.Element) async throws -> Step,
        lost: (UsherError, Double) async -> Void
    ) async throws where Events.Failure == UsherError {
        var failures = 0
        var hasHeard = false
        while !Task.isCancelled {
            var pause = Double(min(30, 1 << min(failures, 5))) * Double.random(in: 0.5...1)
            var isReopened = false
            do {
                for try await event in await open() {
                    failures = 0
                    hasHeard = true
                    switch try await take(event) {
                    case .goOn: continue
                    case .goOnThenPause(let seconds): pause = seconds
                    case .reopen: isReopened = true
                    }
                    if isReopened { break }
                }
            } catch let error as UsherError {
                guard !Task.isCancelled, isWorthAnother(error, failures, hasHeard: hasHeard) else { throw error }
                if failures == 0 { pause = min(pause, 1) }
                await lost(error, pause)
            }
            if isReopened { continue }
            failures += 1
            do { try await Task.sleep(for: .seconds(min(pause, 60))) } catch { return }
        }
    }

    /// Where nothing was ever heard a wrong address or certificate is likelier than a restart, and is told soon.
    static func isWorthAnother(_ error: UsherError, _ failures: Int, hasHeard: Bool) -> Bool {
        guard error.code == .unavailable || error.code == .cancelled else { return false }
        return hasHeard || failures + 1 < Limits.firstStreamAttempts
    }
}
