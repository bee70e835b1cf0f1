import Testing
import Usher
import UsherTesting

/// Members of one room on a network and a gateway that fail.
@Suite struct RoomCrowdTests {
    /// Six seats for eight people.
    private static let hall = Hall(
        hallID: "H1", name: "Reading room", rowCount: 2, columnCount: 3,
        seats: (0..<6).map { Seat(code: "S\($0)", row: $0 / 3, column: $0 % 3, zoneID: "all") },
        zones: [Zone(zoneID: "all")])

    private func begin(_ seed: UInt64) async throws -> TestGateway {
        var options = TestGateway.Options()
        options.seed = seed
        let gateway = try await TestGateway(options)
        try await gateway.put(Self.hall)
        _ = try await gateway.backstage.createRoom(
            Room(roomID: "library", hallID: "H1", awayAfter: .seconds(30), leaveAfter: .hours(12)))
        gateway.faults.plan = .rough(seed: seed)
        return gateway
    }

    private func truth(_ gateway: TestGateway) async throws -> RoomSnapshot {
        guard case .snapshot(let snapshot) = try await gateway.backstage.getRoom("library") else {
            throw TestGatewayError(.wrongState, "no snapshot")
        }
        return snapshot
    }

    @Test(
        "after a rough day of any seed everybody sees the gateway's room, each seat has one member, and no last word is lost",
        arguments: [1, 2, 3, 4] as [UInt64])
    func rough(seed: UInt64) async throws {
        let gateway = try await begin(seed)
        try await gateway.run {
            let people = try (1...8).map { try RoomPerson("m\($0)", gateway) }
            for person in people { try await person.join() }
            let joined = Dictionary(
                uniqueKeysWithValues: try await truth(gateway).members.map { ($0.memberID, $0.joinedAt) })
            try await live(people, gateway, seed)
            try await settle(people, gateway)
            let truth = try await truth(gateway)
            try judge(people, truth, seed)
            for member in truth.members {
                let person = try #require(people.first { $0.memberID == member.memberID })
                #expect(person.statuses.contains(member.status), "seed \(seed): \(member) said \(person.statuses)")
                #expect(member.joinedAt == joined[member.memberID], "seed \(seed): \(member) has left meanwhile")
            }
            for person in people { person.close() }
        }
        #expect(gateway.log.faults.values.reduce(0, +) > 10, "seed \(seed)")
    }

    @Test(
        "people who focus by timers: after a rough day the room shows what each session has become",
        arguments: [1, 2, 3] as [UInt64])
    func timers(seed: UInt64) async throws {
        let gateway = try await begin(seed)
        let folder = try Folder()
        try await gateway.run {
            let people = try (1...5).map { number in
                let store = FocusStore(directory: folder.path, namespace: "\(number)")
                return try RoomPerson("m\(number)", gateway, store: store)
            }
            for person in people { try await person.join() }
            try await live(people, gateway, seed)
            try await settle(people, gateway)
            for person in people {
                let timer = try #require(person.timer)
                try await gateway.advancing { try await timer.sync() }
            }
            try await gateway.advance(by: .seconds(5))
            let truth = try await truth(gateway)
            try judge(people, truth, seed)
            for member in truth.members {
                let timer = try #require(people.first { $0.memberID == member.memberID }?.timer)
                try judge(member, timer, now: gateway.clock.wallTime, seed)
            }
            for person in people { person.close() }
        }
    }

    /// The room's word on a member against the member's own timer.
    private func judge(_ member: RoomMember, _ timer: FocusTimer, now: Timestamp, _ seed: UInt64) throws {
        let note: Comment = "seed \(seed), \(member)"
        #expect(timer.unsent == 0, note)
        let session = timer.session
        switch session?.state {
        case .focusing:
            #expect(member.status == .focusing, note)
            #expect(member.planned == session?.planned, note)
            let started = try #require(member.focusStartedAt, note)
            let elapsed = try #require(session?.elapsed, note)
            #expect(abs(((now - elapsed) - started).nanoseconds) < 1_000_000_000, note)
        case .paused: #expect(member.status == .resting, note)
        case .completed, .abandoned, nil: #expect(member.status == .idle && member.focusStartedAt == nil, note)
        }
    }

    /// 150 turns: somebody does something, or something happens to somebody, and seconds pass.
    private func live(_ people: [RoomPerson], _ gateway: TestGateway, _ seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        for turn in 0..<150 {
            guard let person = people.randomElement(using: &generator) else { return }
            switch Int.random(in: 0..<24, using: &generator) {
            case 0: gateway.faults.blackHole(client: person.network)
            case 1, 2: gateway.faults.heal(client: person.network)
            case 3: gateway.faults.cutConnections(of: person.network)
            case 4: person.suspend()
            case 5, 6: person.resume()
            case 7: try await person.restart()
            case 8...14: try await person.sit("S\(Int.random(in: 0..<6, using: &generator))")
            case 15: try await person.stand()
            default: try await act(person, &generator)
            }
            if turn % 50 == 25 {
                try await gateway.kill()
                try await gateway.advance(by: .seconds(5))
                try await gateway.restart()
            }
            try await gateway.advance(by: .milliseconds(Int64.random(in: 0...20_000, using: &generator)))
        }
    }

    private func act(_ person: RoomPerson, _ generator: inout SeededGenerator) async throws {
        if person.timer != nil {
            try await person.focus(Int.random(in: 0..<6, using: &generator))
        } else {
            try await person.say([.idle, .focusing, .resting].randomElement(using: &generator) ?? .idle)
        }
    }

    /// Everything works again, and everybody looks.
    private func settle(_ people: [RoomPerson], _ gateway: TestGateway) async throws {
        gateway.faults.clear()
        for person in people {
            gateway.faults.heal(client: person.network)
            person.resume()
        }
        try await gateway.advance(by: .minutes(5))
    }

    private func judge(_ people: [RoomPerson], _ truth: RoomSnapshot, _ seed: UInt64) throws {
        let seats = truth.members.map(\.seat).filter { !$0.isEmpty }
        #expect(Set(seats).count == seats.count && truth.members.count == people.count, "seed \(seed)")
        for person in people {
            let note: Comment = "seed \(seed), \(person.memberID)"
            let room = person.room
            #expect(room.connection == .live, note)
            #expect(room.presence == .present, note)
            #expect(room.position == Position(epoch: truth.epoch, seq: truth.seq), note)
            #expect(room.members == truth.members, note)
            let own = try #require(truth.members.first { $0.memberID == person.memberID }, note)
            #expect(room.me == own, note)
            #expect(own.status != .away, note)
            #expect(person.seats.contains(own.seat), "\(note): in \(own.seat), but was told \(person.seats)")
        }
    }
}
