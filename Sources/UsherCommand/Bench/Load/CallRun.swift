/// Plays a call load against a gateway and looks at both.
struct CallRun: Sendable {
    var gateway: BenchGateway
    var seconds: Int
    var warmSeconds: Int

    /// What was seen.
    struct Result: Sendable {
        var span: BenchSpan
        var answered: [Int]
        var latencies: [LatencyHistogram]
        var bytes: Int
        var segments: Int

        func answered(_ method: LoadMethod) -> Int { answered[method.rawValue] }
        func latency(_ method: LoadMethod) -> LatencyHistogram { latencies[method.rawValue] }
    }

    func play(_ loop: LoadLoop, _ load: CallLoad) async throws -> Result {
        do {
            let result = try await measure(loop, load)
            await loop.run { load.close() }
            return result
        } catch {
            await loop.run { load.close() }
            throw error
        }
    }

    private func measure(_ loop: LoadLoop, _ load: CallLoad) async throws -> Result {
        let gateway = gateway
        await loop.run { load.start() }
        try await Task.sleep(for: .seconds(warmSeconds))
        let (begin, bytes, segments) = await loop.run {
            load.count()
            return (BenchSample(gateway, at: loop.reactor.now), loop.bytes, load.segments)
        }
        try await Task.sleep(for: .seconds(seconds))
        let result = await loop.run {
            Result(
                span: BenchSpan(begin, BenchSample(gateway, at: loop.reactor.now)), answered: load.answered,
                latencies: load.latencies, bytes: loop.bytes - bytes, segments: load.segments - segments)
        }
        await loop.run { load.stop() }
        let isDone = try await loop.waits(upTo: Limits.loadPatience) { load.isDone || load.fault != nil }
        if let fault = await loop.run({ load.fault }) { throw CommandFailure("the load went wrong: \(fault)") }
        guard isDone else { throw CommandFailure("calls were not answered within \(Limits.loadPatience) s") }
        return result
    }
}
