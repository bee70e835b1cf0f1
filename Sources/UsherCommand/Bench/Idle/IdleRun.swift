import Usher

/// Measures what idle and stalled watchers cost.
struct IdleRun: Sendable {
    var gateway: BenchGateway
    var shape: IdleShape

    func play() async throws -> BenchRecord {
        var options = UsherClientOptions()
        if let authority = shape.authority {
            var tls = ClientTLSOptions()
            tls.authoritiesFile = authority
            options.tls = tls
        }
        let client = UsherClient(address: gateway.address, options: options)
        defer { client.close() }
        let stage = try await BenchStage.open(client, seats: shape.seats)
        let shows = try await stage.makeShows(2, client)
        var record = BenchRecord("idle")
        record.set("watchers", shape.watchers)
        record.set("connections", min(shape.connections, shape.watchers))
        record.set("tls", shape.authority != nil)
        let before = try await memory()
        if shape.authority == nil {
            try await withCrowd(shows[0], shape.watchers, shape.connections) { loop, _ in
                try await recordIdle(before, to: &record)
                try await recordStalled(loop, shows[1], stage.hall.seats.map(\.code), to: &record)
            }
        } else {
            let watchers = TLSWatchers(gateway, options, show: shows[0], count: shape.watchers)
            defer { watchers.close() }
            try await watchers.open()
            try await recordIdle(before, to: &record)
        }
        record.set("gateway_start_ms", gateway.startMilliseconds)
        record.set("machine", BenchMachine.this.record)
        return record
    }

    /// The gateway's memory after a rest.
    private func memory() async throws -> Int {
        try await Task.sleep(for: .seconds(shape.settleSeconds))
        guard let id = gateway.process?.id, let bytes = ProcessCounters.proportionalBytes(of: id) else {
            throw CommandFailure("the gateway's memory cannot be read")
        }
        return bytes
    }

    private func recordIdle(_ before: Int, to record: inout BenchRecord) async throws {
        let after = try await memory()
        record.set("pss_bytes_before", before)
        record.set("pss_bytes_idle", after)
        record.set("pss_bytes_per_idle_watcher", Double(after - before) / Double(shape.watchers))
    }

    /// One watcher reads on, so that changes have somebody to arrive at, and the others read, read, and read no more.
    private func recordStalled(
        _ loop: LoadLoop, _ show: String, _ codes: [String], to record: inout BenchRecord
    ) async throws {
        guard shape.stalled > 0 else { return }
        let address = try LoadAddress(gateway.address)
        let reader = WatchCrowd(loop, address, shows: [show], watchers: 1, connections: 1)
        let others = WatchCrowd(
            loop, address, shows: [show], watchers: shape.stalled, connections: shape.stalled, isWide: false)
        let writer = ChangeWriter(loop, reader, shows: [show], codes: codes, outstanding: 1)
        let number = shape.stalled
        await loop.run {
            reader.open()
            others.open()
        }
        _ = try await loop.waits(upTo: Limits.loadPatience) { reader.isReady && others.isReady }
        await loop.run { writer.start(address) }
        var memories: [Int] = []
        for phase in 1...3 {
            if phase == 3 { await loop.run { others.stopReading(number) } }
            let isWritten = try await loop.waits(upTo: Limits.loadPatience) {
                writer.pace.written >= phase * Limits.loadStalledChanges || writer.fault != nil
            }
            await loop.run { writer.stop() }
            guard isWritten, await loop.run({ writer.fault ?? others.fault }) == nil else {
                throw CommandFailure("changes for those who stop reading were not written")
            }
            memories.append(try await memory())
            await loop.run { writer.go() }
        }
        await loop.run {
            writer.close()
            others.close()
            reader.close()
        }
        let growth = memories[1] - memories[0]
        record.set("stalled", shape.stalled)
        record.set("changes_while_stalled", Limits.loadStalledChanges)
        record.set("pss_bytes_growth_while_read", growth)
        record.set("pss_bytes_growth_while_stalled", memories[2] - memories[1])
        record.set("pss_bytes_per_stalled_watcher", Double(memories[2] - memories[1] - growth) / Double(shape.stalled))
    }

    private func withCrowd(
        _ show: String, _ watchers: Int, _ connections: Int, _ body: (LoadLoop, WatchCrowd) async throws -> Void
    ) async throws {
        let loop = try LoadLoop()
        defer { loop.stop() }
        let crowd = WatchCrowd(
            loop, try LoadAddress(gateway.address), shows: [show], watchers: watchers, connections: connections)
        await loop.run { crowd.open() }
        let isReady = try await loop.waits(upTo: Limits.loadPatience) { crowd.isReady || crowd.fault != nil }
        if isReady, await loop.run({ crowd.fault }) == nil {
            try await body(loop, crowd)
        }
        let fault = await loop.run {
            let fault = crowd.fault ?? crowd.count.fault
            crowd.close()
            return fault
        }
        guard isReady, fault == nil else { throw CommandFailure("not everybody could watch: \(fault ?? "too slow")") }
    }
}
