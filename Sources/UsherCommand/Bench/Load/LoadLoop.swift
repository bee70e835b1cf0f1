import UsherHTTP2

/// The one thread of a load, and what its connections share.
///
/// Guard: all but `reactor` is touched on the loop's thread alone.
final class LoadLoop: @unchecked Sendable {
    let reactor: Reactor
    /// What a read goes to; before it is room for what an earlier read left.
    let buffer: UnsafeMutableRawBufferPointer
    /// When the bytes that are looked at arrived, in nanoseconds of the reactor's clock.
    var now: Int64 = 0
    /// Reads that brought something, and their bytes.
    var reads = 0
    var bytes = 0

    init() throws(CommandFailure) {
        do { reactor = try Reactor() } catch { throw CommandFailure("cannot \(error.operation): \(error.message)") }
        buffer = .allocate(byteCount: Limits.loadCarryBytes + Limits.loadReadBytes, alignment: 16)
        do { try reactor.start() } catch { throw CommandFailure("cannot \(error.operation): \(error.message)") }
    }

    deinit { buffer.deallocate() }

    /// Runs `body` on the loop.
    func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { done in reactor.post { done.resume(returning: body()) } }
    }

    /// Looks now and then until `condition`, asked on the loop, is true; false if that takes longer than `seconds`.
    func waits(upTo seconds: Int, for condition: @escaping @Sendable () -> Bool) async throws -> Bool {
        let latest = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < latest {
            if await run(condition) { return true }
            try await Task.sleep(for: .milliseconds(Limits.benchLook))
        }
        return false
    }

    func stop() { reactor.stop() }
}
