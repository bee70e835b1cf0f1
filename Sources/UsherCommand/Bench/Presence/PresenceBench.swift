import Usher
import UsherCore

/// `usher bench presence`: what it costs a gateway that many members are there.
enum PresenceBench {
    static let spec = CommandSpec(
        "bench presence", "let many members be in rooms and measure what their signs of life cost the gateway",
        options: [
            OptionSpec("members", "N", "members (default: 10000)"),
            OptionSpec("rooms", "N", "rooms that they are in (default: 200)"),
            OptionSpec("seconds", "N", "how long the gateway is watched (default: 60)"),
            OptionSpec(
                "by", "LIST",
                "of streams (a connection each, pinged by the gateway), calls (a connection each, KeepAlive every 25 s), "
                    + "pooled (the same calls over \(Limits.benchPooledConnections) connections) (default: all)"),
        ],
        details: """
            One line for each way of being there. The gateway is a process of its own, whose processor time the kernel counts;
            what it uses with nobody there is told beside it. A member who turns away meanwhile fails the command. Own
            connections are limited by the process's file descriptors: of more members only so many come.
            """
    ) { arguments, console in
        let count = try arguments.integer("members", in: 1...1_000_000) ?? Limits.benchMembers
        let roomCount = min(count, try arguments.integer("rooms", in: 1...100_000) ?? Limits.benchRooms)
        let seconds = try arguments.integer("seconds", in: 1...86_400) ?? 60
        // Before a gateway is started, which inherits it.
        let connections = DescriptorLimit.raised - Limits.benchOtherDescriptors
        for shape in try shapes(arguments) {
            // A gateway of its own each: what an earlier crowd left behind is not measured with the next.
            try await BenchGateway.with(arguments) { gateway, client in
                guard let process = gateway.process else { throw CommandFailure("the gateway is no process of ours") }
                let members = shape.ownsConnections ? min(count, connections) : count
                let stage = try await BenchStage.open(client, seats: (members + roomCount - 1) / roomCount)
                let idle = try await share(of: process, seconds: min(seconds, Limits.benchBaselineSeconds))
                let crowd = try await PresenceCrowd.join(
                    gateway, stage, shape: shape, count: members, rooms: roomCount)
                defer { crowd.close() }
                let record = try await measure(crowd, process, idle: idle, seconds: seconds)
                try await crowd.judge(client)
                console.line(record.line)
            }
        }
    }

    private static func shapes(_ arguments: ParsedArguments) throws(UsageError) -> [PresenceShape] {
        guard let text = arguments["by"] else { return PresenceShape.allCases }
        var shapes: [PresenceShape] = []
        for word in text.split(separator: ",") {
            guard let shape = PresenceShape(rawValue: String(word)) else {
                throw UsageError("--by takes streams, calls or pooled, not `\(word)`")
            }
            shapes.append(shape)
        }
        return shapes
    }

    private static func measure(
        _ crowd: PresenceCrowd, _ process: BenchProcess, idle: Double, seconds: Int
    ) async throws -> BenchRecord {
        // Streams are opened one after the other, so that the gateway's pings do not all fall on one moment.
        let span = crowd.shape == .streams ? min(seconds, Limits.benchHeartbeatSeconds) : Limits.benchHeartbeatSeconds
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await crowd.live(every: .seconds(span)) }
            defer { group.cancelAll() }
            // Streams must stand before they are measured; calls are as good at once.
            try await Task.sleep(for: .seconds(crowd.shape == .streams ? span + 1 : 2))
            let before = crowd.heartbeats
            let share = try await share(of: process, seconds: seconds)
            var record = BenchRecord("presence")
            record.set("by", crowd.shape.rawValue)
            record.set("members", crowd.count)
            record.set("rooms", crowd.rooms.count)
            record.set("seconds", seconds)
            record.set("gateway_core_percent", share * 100)
            record.set("gateway_core_percent_without_members", idle * 100)
            record.set("microseconds_a_member_and_minute", (share - idle) * 60e6 / Double(crowd.count))
            if crowd.shape != .streams { record.set("keepalives", crowd.heartbeats - before) }
            if let counters = process.counters { record.set("gateway", counters.record) }
            return record
        }
    }

    /// The share of one core that a process uses.
    private static func share(of process: BenchProcess, seconds: Int) async throws -> Double {
        let begun = ContinuousClock.now
        guard let before = process.counters else { throw CommandFailure("the gateway is gone") }
        try await Task.sleep(for: .seconds(seconds))
        guard let after = process.counters else { throw CommandFailure("the gateway is gone") }
        return (after.processorSeconds - before.processorSeconds) / ((ContinuousClock.now - begun) / .seconds(1))
    }
}
