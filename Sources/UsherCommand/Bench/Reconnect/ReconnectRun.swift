import Usher
import UsherCore
import UsherTesting

/// Cuts one map off and watches it come back.
struct ReconnectRun: Sendable {
    var test: ReconnectCase
    var conditions: NetworkConditions
    /// Changes during the cut; it goes on with them afterwards.
    var changes: Int
    var gateway: ServerAddress
    var scribe: SeatScribe
    var showID: String

    func run() async throws -> ReconnectResult {
        let relay = try ShapingRelay(to: gateway.host, port: gateway.port, conditions: conditions)
        let client = UsherClient(address: ServerAddress(host: "127.0.0.1", port: relay.port))
        defer {
            client.close()
            relay.close()
        }
        let map = FollowedMap(showID, client, scribe)
        try await scribe.change()
        guard try await arrival(map, scribe.seq) != nil else {
            return ReconnectResult(test: test, fault: map.story.end ?? map.story.fault ?? "no first map")
        }
        return try await cut(relay, client, map)
    }

    private func cut(_ relay: ShapingRelay, _ client: UsherClient, _ map: FollowedMap) async throws -> ReconnectResult {
        var result = ReconnectResult(test: test)
        let before = (snapshots: map.story.snapshots, connections: relay.counts.connectionsOpened, seq: scribe.seq)
        await begin(relay)
        let pause = Duration.milliseconds(test.seconds * 1_000 / (changes + 1))
        for _ in 0..<changes {
            try await Task.sleep(for: pause)
            try await scribe.change()
        }
        try await Task.sleep(for: pause)
        let wanted = scribe.seq
        let bytes = relay.counts
        await relay.change { $0.passage = .pass }
        let over = ShapingRelay.now
        if test.isTold { client.networkChanged() }
        result.missed = Int(wanted - before.seq)
        // The show goes on.
        let right = try await withThrowingTaskGroup(of: Int64?.self) { group in
            group.addTask {
                while !Task.isCancelled {
                    try await scribe.change()
                    do { try await Task.sleep(for: .milliseconds(Limits.benchChangePause)) } catch { break }
                }
                return nil
            }
            let right = try await arrival(map, wanted)
            group.cancelAll()
            return right
        }
        let counts = relay.counts
        result.connections = counts.connectionsOpened - before.connections
        result.bytesUp = counts.up.delivered - bytes.up.delivered
        result.bytesDown = counts.down.delivered - bytes.down.delivered
        if let right {
            // The connection that brought it is the newest one that works.
            let opened = counts.connections.last { !$0.isDead && $0.down.delivered > 0 }?.openedAt ?? over
            let begins = test.isTold ? over : max(over, opened)
            result.waitedMilliseconds = Double(begins - over) / 1_000_000
            result.rightMilliseconds = Double(right - begins) / 1_000_000
            // And all that was written since.
            if try await arrival(map, scribe.seq) == nil { result.fault = "stopped after it was right" }
        }
        let story = map.story
        result.snapshots = story.snapshots - before.snapshots
        result.fault = result.fault ?? story.fault ?? story.end ?? (right == nil ? "never right again" : nil)
        return result
    }

    private func begin(_ relay: ShapingRelay) async {
        switch test.kind {
        case .stall: await relay.change { $0.passage = .stall }
        case .swallow: await relay.change { $0.passage = .swallow }
        case .reset:
            await relay.change { $0.passage = .refuse }
            await relay.cut(.reset)
        }
    }

    /// When the map stood at `seq`, as soon as it does; nil if that takes too long.
    private func arrival(_ map: FollowedMap, _ seq: UInt64) async throws -> Int64? {
        let latest = ShapingRelay.now + Limits.benchPatience.nanoseconds
        while ShapingRelay.now < latest {
            if let at = map.arrival(at: seq) { return at }
            try await Task.sleep(for: .milliseconds(Limits.benchLook))
        }
        return nil
    }
}
