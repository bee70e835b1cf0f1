import Glibc
import Testing
import UsherCore

/// The promise about journals, over many random ones. Each run prints its seed where it fails.
@Suite("Focus convergence")
struct FocusConvergenceTests {
    /// `USHER_FOCUS_JOURNALS=10000` is the long form.
    static let count = getenv("USHER_FOCUS_JOURNALS").flatMap { UInt64(String(cString: $0)) } ?? 1_000

    @Test(
        "two devices with journals of their own end on the server's state, each rejected event is told, nothing counts twice"
    )
    func journals() throws {
        var (sessions, rejected) = (0, 0)
        for seed in 1...Self.count {
            let run = try FocusRun.play(seed: seed)
            sessions += run.server.records.count
            rejected += run.devices.reduce(0) { $0 + $1.told.count }
        }
        // A run in which nothing meets proves nothing.
        #expect(sessions > 2 * Int(Self.count) && rejected > Int(Self.count))
    }

    @Test("nonsense in the journals changes none of it")
    func nonsense() throws {
        for seed in 1...Self.count { _ = try FocusRun.play(seed: seed, isWild: true) }
    }
}
