import Testing
import Usher
import UsherTesting

/// Members with two devices each, on a network and a gateway that fail: both end on the gateway's word.
@Suite struct FocusCrowdTests {
    private static let members = ["ann", "ben", "cat"]

    @Test(
        "after a rough week of any seed, every device shows the gateway's sessions, each lost event was told, no time is double",
        arguments: [1, 2, 3] as [UInt64])
    func rough(seed: UInt64) async throws {
        var options = TestGateway.Options()
        options.seed = seed
        let gateway = try await TestGateway(options)
        gateway.faults.plan = .rough(seed: seed)
        let folder = try Folder()
        try await gateway.run {
            let begun = gateway.clock.wallTime
            let devices = try Self.members.flatMap { member in
                try ["phone", "laptop"].map { try FocusDevice(member, "\(member)-\($0)", gateway, folder: folder.path) }
            }
            try await live(devices, gateway, seed)
            gateway.faults.clear()
            for device in devices { gateway.faults.heal(client: device.name) }
            try await gateway.advance(by: .hours(1))
            for device in devices {
                let timer = try device.timer
                try await gateway.advancing { try await timer.sync() }
            }
            for member in Self.members {
                try await judge(member, devices.filter { $0.memberID == member }, gateway, since: begun, seed)
            }
            for device in devices { device.close() }
        }
        #expect(gateway.log.faults.values.reduce(0, +) > 10, "seed \(seed)")
    }

    /// 150 turns: somebody does something, or something happens to somebody, and minutes pass.
    private func live(_ devices: [FocusDevice], _ gateway: TestGateway, _ seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        for turn in 0..<150 {
            guard let device = devices.randomElement(using: &generator) else { return }
            switch Int.random(in: 0..<20, using: &generator) {
            case 0: gateway.faults.blackHole(client: device.name)
            case 1, 2: gateway.faults.heal(client: device.name)
            case 3:
                device.kill()
                try device.start()
            case 4: gateway.faults.cutConnections(of: device.name)
            default:
                let planned: TimeSpan? = Bool.random(using: &generator) ? .minutes(25) : nil
                try await device.act(Int.random(in: 0..<6, using: &generator), planned: planned)
            }
            if turn % 50 == 25 {
                try await gateway.kill()
                try await gateway.advance(by: .minutes(3))
                try await gateway.restart()
            }
            // Seconds between deeds, or most of an hour.
            let longest: Int64 = Bool.random(using: &generator) ? 5 : 3_000
            let pause = Int64.random(in: 0...longest, using: &generator)
            try await gateway.advance(by: .seconds(pause))
        }
    }

    private func judge(
        _ member: String, _ devices: [FocusDevice], _ gateway: TestGateway, since begun: Timestamp, _ seed: UInt64
    ) async throws {
        let note: Comment = "seed \(seed), \(member)"
        let sessions = try await gateway.advancing {
            try await gateway.backstage.listFocus(of: member, pageSize: 1_000).items
        }
        #expect(!sessions.isEmpty, note)
        // Newest first; each is over before the next one begins.
        for (later, sooner) in zip(sessions, sessions.dropFirst()) {
            let end = try #require(sooner.endedAt, note)
            #expect(end <= later.startedAt, note)
            #expect(sooner.elapsed <= end - sooner.startedAt, note)
        }
        let known = Dictionary(uniqueKeysWithValues: sessions.map { ($0.sessionID, $0) })
        let now = gateway.clock.wallTime
        let told = try await gateway.advancing {
            try await gateway.backstage.focusStatistics(
                of: member, timeZone: "UTC", from: begun - .hours(1), to: now + .hours(1))
        }
        for device in devices {
            let timer = try device.timer
            #expect(timer.unsent == 0, note)
            #expect(timer.syncError == nil, note)
            let shown = try #require(timer.session, note)
            let word = try #require(known[shown.sessionID], note)
            #expect(shown.state == word.state && shown.lastOrdinal == word.lastOrdinal, note)
            #expect(shown.startedAt == word.startedAt && shown.planned == word.planned, note)
            #expect(sessions.first?.sessionID == shown.sessionID, note)
            let own = try timer.statistics(timeZone: "UTC", from: begun - .hours(1), to: now + .hours(1))
            #expect(own.total == told.total, note)
            for deed in device.deeds where (known[deed.sessionID]?.lastOrdinal ?? 0) < deed.ordinal {
                #expect(device.rejected.contains(deed), "\(note): \(deed) of \(device.name) is gone without a word")
            }
        }
    }
}
