import Foundation

/// Commands that go on until somebody or something ends them.
enum LiveRun {
    /// Shows the map until one of `tasks` ends, a signal comes or the time is over; the screen is left in any case.
    static func keep(
        _ screen: some Screen, for seconds: Int?, _ tasks: [@Sendable () async throws -> Void]
    ) async throws {
        await screen.enter()
        do {
            try await until(seconds) {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for task in tasks { group.addTask { try await task() } }
                    group.addTask { await MapFollower.refresh(screen) }
                    try await group.next()
                    group.cancelAll()
                }
            }
        } catch {
            await screen.leave()
            throw error
        }
        await screen.leave()
    }

    /// Runs `body` until a signal comes or the time is over; either is a good end.
    static func until(_ seconds: Int?, _ body: @escaping @Sendable () async throws -> Void) async throws {
        let signals = Signals { exit(1) }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await body()
                return true
            }
            group.addTask {
                await signals.wait()
                return false
            }
            if let seconds {
                group.addTask {
                    do { try await Task.sleep(for: .seconds(seconds)) } catch { return false }
                    signals.release()
                    return false
                }
            }
            defer {
                group.cancelAll()
                signals.release()
            }
            do {
                _ = try await group.next()
            } catch is CancellationError {
                return
            }
            group.cancelAll()
            signals.release()
            // What the body throws because it was cancelled is no failure.
            while let result = await group.nextResult() { if case .success(true) = result { return } }
        }
    }
}
