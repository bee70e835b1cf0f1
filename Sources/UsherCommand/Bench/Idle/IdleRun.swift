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
            try await withCrowd(shows[0], shape.watchers, shape.connections) {
                try await recordIdle(before, to: &record)
            }
            if shape.stalled > 0 { try await recordStalled(shows[1], stage.hall.seats.map(\.code), to: &record) }
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

    /// The gateway's memory after a rest: the least of some looks, since connections that are pinged at one of them are
    /// awake for a moment.
    private func memory() async throws -> Int {
        try await Task.sleep(for: .seconds(shape.settleSeconds))
        guard let id = gateway.process?.id else { throw CommandFailure("the gateway is not ours to look into") }
        var least = Int.max
        for look in 0..<Limits.benchMemoryLooks {
            if look > 0 { try await Task.sleep(for: .milliseconds(500)) }
            guard let bytes = ProcessCounters.proportionalBytes(of: id) else {
                throw CommandFailure("the gateway's memory cannot be read")
            }
            least = min(least, bytes)
        }
        return least
    }

    private func recordIdle(_ before: Int, to record: inout BenchRecord) async throws {
        let after = try await memory()
        record.set("pss_bytes_before", before)
        record.set("pss_bytes_idle", after)
        record.set("pss_bytes_per_idle_watcher", Double(after - before) / Double(shape.watchers))
    }

    /// One watcher reads on, so that changes have somebody to arrive at. What as many changes cost that nobody misses is
    /// known before the others come, who rest, stall and rest again. Nobody else is there: who is pinged meanwhile is awake
    /// for a moment.
    private func recordStalled(_ show: String, _ codes: [String], to record: inout BenchRecord) async throws {
        let loop = try LoadLoop()
        defer { loop.stop() }
        let address = try LoadAddress(gateway.address)
        let reader = WatchCrowd(loop, address, shows: [show], watchers: 1, connections: 1)
        let writer = ChangeWriter(loop, reader, shows: [show], codes: codes, outstanding: 1)
        await loop.run { reader.open() }
        let isReady = try await loop.waits(upTo: Limits.loadPatience) { reader.isReady }
        guard isReady else { throw CommandFailure("the reader has no map") }
        await loop.run { writer.start(address, until: 0) }
        // The first rounds fill what is filled once.
        for _ in 0..<2 { try await write(loop, writer) }
        let before = try await memory()
        try await write(loop, writer)
        let growth = try await memory() - before
        record.set("stalled", shape.stalled)
        record.set("changes_while_stalled", Limits.loadStalledChanges)
        record.set("pss_bytes_growth_while_read", growth)
        var crowds: [WatchCrowd] = []
        for stall in LoadStall.allCases {
            let crowd = WatchCrowd(
                loop, address, shows: [show], watchers: shape.stalled, connections: shape.stalled, stall: stall)
            // Those of before stay as they are: what they would free could be taken for a gain.
            crowds.append(crowd)
            let cost = try await cost(of: crowd, loop, writer) - growth
            record.set("pss_bytes_per_watcher_stalled_by_\(stall.rawValue)", Double(cost) / Double(shape.stalled))
        }
        for (number, crowd) in crowds.enumerated() {
            try await goOn(crowd, loop, changes: (crowds.count - number) * Limits.loadStalledChanges)
        }
        await loop.run {
            writer.close()
            reader.close()
        }
    }

    /// What memory grows by while a crowd that rested stalls, and rests.
    private func cost(of crowd: WatchCrowd, _ loop: LoadLoop, _ writer: ChangeWriter) async throws -> Int {
        await loop.run { crowd.open() }
        _ = try await loop.waits(upTo: Limits.loadPatience) { crowd.isReady || crowd.fault != nil }
        let idle = try await memory()
        await loop.run { crowd.stopTaking() }
        try await write(loop, writer)
        return try await memory() - idle
    }

    /// Lets a crowd that stalled during so many changes catch up. Who was never held up got each of them by itself.
    private func goOn(_ crowd: WatchCrowd, _ loop: LoadLoop, changes: Int) async throws {
        await loop.run { crowd.goOn() }
        let wanted = shape.stalled * changes
        let isDone = try await loop.waits(upTo: Limits.loadPatience) {
            crowd.count.delivered == wanted || crowd.fault != nil
        }
        let (messages, fault) = await loop.run {
            crowd.close()
            return (crowd.count.messages, crowd.fault ?? crowd.count.fault)
        }
        guard isDone, fault == nil, messages < wanted else {
            throw CommandFailure("watchers did not stall and go on: \(fault ?? "\(messages) messages of \(wanted)")")
        }
    }

    /// So many changes that a stalled watcher's share of them is more than its windows or its socket take.
    private func write(_ loop: LoadLoop, _ writer: ChangeWriter) async throws {
        let wanted = await loop.run { writer.pace.written } + Limits.loadStalledChanges
        await loop.run { writer.go(until: wanted) }
        let isWritten = try await loop.waits(upTo: Limits.loadPatience) {
            (writer.pace.written == wanted && writer.isDone) || writer.fault != nil
        }
        guard isWritten, await loop.run({ writer.fault }) == nil else {
            throw CommandFailure("changes for those who stall were not written")
        }
    }

    private func withCrowd(
        _ show: String, _ watchers: Int, _ connections: Int, _ body: () async throws -> Void
    ) async throws {
        let loop = try LoadLoop()
        defer { loop.stop() }
        let crowd = WatchCrowd(
            loop, try LoadAddress(gateway.address), shows: [show], watchers: watchers, connections: connections)
        await loop.run { crowd.open() }
        let isReady = try await loop.waits(upTo: Limits.loadPatience) { crowd.isReady || crowd.fault != nil }
        if isReady, await loop.run({ crowd.fault }) == nil {
            try await body()
        }
        let fault = await loop.run {
            let fault = crowd.fault ?? crowd.count.fault
            crowd.close()
            return fault
        }
        guard isReady, fault == nil else { throw CommandFailure("not everybody could watch: \(fault ?? "too slow")") }
    }
}
