import Usher

/// One fan-out on a gateway of its own.
struct FanoutRun: Sendable {
    var gateway: BenchGateway
    var shape: FanoutShape

    /// Counters of gateway and load at one moment.
    private struct Look: Sendable {
        var sample: BenchSample
        var written: Int
        var delivered: Int
        var messages: Int
        var bytes: Int
        var reads: Int
        var segments: Int
    }

    func play(_ client: UsherClient) async throws -> BenchRecord {
        var stage = try await BenchStage.open(client, seats: shape.seats)
        stage.policy.orphanRule = .off
        let shows = try await stage.makeShows(shape.shows, client)
        let address = try LoadAddress(gateway.address)
        let loop = try LoadLoop()
        let crowd = WatchCrowd(
            loop, address, shows: shows, watchers: shape.watchers, connections: shape.connections)
        let writer = ChangeWriter(
            loop, crowd, shape.work, shows: shows, codes: stage.hall.seats.map(\.code), outstanding: shape.outstanding,
            rate: shape.rate)
        do {
            let record = try await play(loop, address, crowd, writer)
            await end(loop, crowd, writer)
            return record
        } catch {
            await end(loop, crowd, writer)
            throw error
        }
    }

    private func end(_ loop: LoadLoop, _ crowd: WatchCrowd, _ writer: ChangeWriter) async {
        await loop.run {
            writer.close()
            crowd.close()
        }
        loop.stop()
    }

    private func play(
        _ loop: LoadLoop, _ address: LoadAddress, _ crowd: WatchCrowd, _ writer: ChangeWriter
    ) async throws -> BenchRecord {
        await loop.run { crowd.open() }
        let isReady = try await loop.waits(upTo: Limits.loadPatience) { crowd.isReady || crowd.fault != nil }
        try await judge(loop, crowd, writer)
        guard isReady else { throw CommandFailure("not everybody has a map after \(Limits.loadPatience) s") }
        try await Task.sleep(for: .seconds(1))
        await loop.run { writer.start(address) }
        try await Task.sleep(for: .seconds(shape.warmSeconds))
        let begin = await look(loop, crowd, writer)
        await loop.run { writer.countLatencies() }
        try await Task.sleep(for: .seconds(shape.seconds))
        let end = await look(loop, crowd, writer)
        await loop.run { writer.stop() }
        let isDone = try await loop.waits(upTo: Limits.loadPatience) { writer.isDone || crowd.fault != nil }
        try await judge(loop, crowd, writer)
        guard isDone else { throw CommandFailure("changes did not arrive within \(Limits.loadPatience) s") }
        let (latency, reordered, snapshots) = await loop.run {
            (writer.latency, writer.reordered, crowd.count.snapshots)
        }
        var record = self.record(begin, end, latency)
        record.set("reordered", reordered)
        record.set("snapshots", snapshots)
        BenchSpan(begin.sample, end.sample).write(to: &record, gateway)
        return record
    }

    private func look(_ loop: LoadLoop, _ crowd: WatchCrowd, _ writer: ChangeWriter) async -> Look {
        let gateway = gateway
        return await loop.run {
            Look(
                sample: BenchSample(gateway, at: loop.reactor.now), written: writer.pace.written,
                delivered: crowd.count.delivered, messages: crowd.count.messages, bytes: loop.bytes, reads: loop.reads,
                segments: crowd.segments)
        }
    }

    private func judge(_ loop: LoadLoop, _ crowd: WatchCrowd, _ writer: ChangeWriter) async throws {
        if let fault = await loop.run({ crowd.fault ?? crowd.count.fault ?? writer.fault }) {
            throw CommandFailure("the fan-out went wrong: \(fault)")
        }
    }

    private func record(_ begin: Look, _ end: Look, _ latency: LatencyHistogram) -> BenchRecord {
        let span = BenchSpan(begin.sample, end.sample)
        let delivered = Double(end.delivered - begin.delivered)
        let messages = Double(end.messages - begin.messages)
        let changes = Double(end.written - begin.written)
        var record = BenchRecord(shape.work == .locks ? "latency" : "fanout")
        record.set("watchers", shape.watchers)
        record.set("connections", min(shape.connections, shape.watchers))
        record.set("shows", shape.shows)
        record.set("outstanding", shape.rate == nil ? shape.outstanding : 0)
        record.set("rate", shape.rate)
        record.set("changes", end.written - begin.written)
        record.set("changes_per_s", changes / span.seconds)
        record.set("delivered", end.delivered - begin.delivered)
        record.set("delivered_per_s", delivered / span.seconds)
        record.set("messages", end.messages - begin.messages)
        record.set("gateway_cpu_s_per_million_delivered", span.gatewaySeconds / delivered * 1e6, digits: 4)
        record.set("gateway_cpu_s_per_million_messages", span.gatewaySeconds / messages * 1e6, digits: 4)
        record.set("gateway_cpu_us_per_change", span.gatewaySeconds / changes * 1e6, digits: 2)
        record.set("generator_cpu_s_per_million_messages", span.generatorSeconds / messages * 1e6, digits: 4)
        record.set("bytes_per_message", Double(end.bytes - begin.bytes) / messages)
        record.set("bytes_per_delivered", Double(end.bytes - begin.bytes) / delivered)
        record.set("segments_per_message", Double(end.segments - begin.segments) / messages, digits: 4)
        record.set("messages_per_read", messages / Double(end.reads - begin.reads))
        if let tally = span.tally {
            record.set("writes_per_message", Double(tally.writes) / messages, digits: 4)
            record.set("allocations_per_message", Double(tally.allocations) / messages, digits: 4)
            record.set("allocations_per_change", Double(tally.allocations) / changes)
            record.set("changes_per_sync", changes / Double(tally.syncs))
        }
        record.set("p50_us", latency.microseconds(0.5))
        record.set("p99_us", latency.microseconds(0.99))
        return record
    }
}
