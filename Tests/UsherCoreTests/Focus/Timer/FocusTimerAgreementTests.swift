import Testing
import UsherCore

@Suite("A focus timer and the gateway")
struct FocusTimerAgreementTests {
    private func view(_ device: TimerDevice, _ world: TimerWorld) -> [String: FocusSession] {
        let time = device.machine.time(device.now(world.time))
        return device.machine.memory.sessions.mapValues { $0.record.session(at: time) }
    }

    @Test("a session that was begun elsewhere is adopted, and can be gone on with here")
    func adopted() throws {
        var world = TimerWorld(seed: 1)
        var (phone, tablet) = (TimerDevice("phone", at: world.time), TimerDevice("tablet", at: world.time))
        let session = try phone.start(.minutes(25), at: world.time)
        world.sync(&phone)
        world.time = world.time + .minutes(10)
        world.sync(&tablet)
        let left = try #require(tablet.machine.remaining(tablet.now(world.time)))
        #expect(left <= .minutes(15) && left > .minutes(14))
        try tablet.perform(.pause, at: world.time)
        world.sync(&tablet)
        world.sync(&phone)
        #expect(phone.machine.current(phone.now(world.time))?.state == .paused)
        #expect(phone.held.keys.sorted() == ["usher.focus.activity.\(session.sessionID)"])
        #expect(phone.rejected.isEmpty && tablet.rejected.isEmpty)
    }

    @Test("what the gateway accepted first stands: the other event is gone and told")
    func conflict() throws {
        var world = TimerWorld(seed: 2)
        var (phone, tablet) = (TimerDevice("phone", at: world.time), TimerDevice("tablet", at: world.time))
        let session = try phone.start(.minutes(25), at: world.time)
        world.sync(&phone)
        world.sync(&tablet)
        world.time = world.time + .minutes(2)
        try phone.perform(.complete, at: world.time)
        try tablet.perform(.pause, at: world.time)
        world.sync(&tablet)
        world.sync(&phone)
        #expect(
            phone.rejected == [RejectedFocusEvent(sessionID: session.sessionID, ordinal: 2, reason: "ORDINAL_TAKEN")])
        #expect(phone.machine.current(phone.now(world.time))?.state == .paused)
        world.time = world.time + .hours(2)
        phone.look(world.time)
        #expect(phone.shown.isEmpty && phone.ends.isEmpty)
    }

    @Test("an answer that was lost does no harm: the events are sent again and are known", arguments: [1, 2, 3])
    func lostReply(rounds: Int) throws {
        var world = TimerWorld(seed: 3)
        var phone = TimerDevice("phone", at: world.time)
        world.sync(&phone)
        try phone.start(.minutes(25), at: world.time)
        for _ in 0..<rounds {
            world.time = world.time + .minutes(1)
            world.sync(&phone, loss: .reply)
            phone.kill(world.time)
        }
        try phone.perform(.pause, at: world.time)
        world.sync(&phone)
        #expect(phone.rejected.isEmpty)
        #expect(phone.machine.memory.pending.isEmpty)
        #expect(world.journal.open(at: world.time)?.state(at: world.time) == .paused)
    }

    @Test("a pause whose news comes after the derived end is still in time")
    func latePause() throws {
        var world = TimerWorld(seed: 4)
        var phone = TimerDevice("phone", at: world.time)
        let begun = world.time
        try phone.start(.minutes(25), at: begun)
        world.sync(&phone)
        world.time = begun + .minutes(10)
        try phone.perform(.pause, at: world.time)
        world.time = world.time + .minutes(40)
        world.sync(&phone)
        #expect(phone.rejected.isEmpty)
        #expect(phone.machine.remaining(phone.now(world.time)) == .minutes(15))
    }

    @Test("while nobody answers, pauses grow to five minutes and no event shortens them")
    func backoff() throws {
        var world = TimerWorld(seed: 5)
        var phone = TimerDevice("phone", at: world.time)
        phone.machine.attach(now: phone.now(world.time))
        var calls = 0
        let end = world.time + .hours(3)
        while world.time < end {
            if phone.machine.nextCall(now: phone.now(world.time)) != nil {
                calls += 1
                phone.machine.failed(
                    retryAfter: nil, isFinal: false, now: phone.now(world.time), using: &world.generator)
            }
            if phone.machine.current(phone.now(world.time)) == nil {
                try phone.start(.minutes(5), at: world.time)
            }
            world.time = world.time + .seconds(1)
        }
        // Full jitter halves the mean pause: some 72 calls in three hours.
        #expect((40...130).contains(calls), "\(calls) calls")
    }

    @Test("an open session that the gateway does not know any more is gone")
    func lostByTheGateway() throws {
        var world = TimerWorld(seed: 6)
        var phone = TimerDevice("phone", at: world.time)
        try phone.start(.minutes(25), at: world.time)
        world.sync(&phone)
        world.journal = FocusJournal(memberID: "ada")
        world.sync(&phone)
        #expect(phone.machine.session(phone.now(world.time)) == nil)
        #expect(phone.held.isEmpty)
    }

    @Test(
        "random users, kills, losses and clocks on two devices: no ghost reminder ever, one end, one history",
        arguments: 0..<300 as Range<UInt64>)
    func randomly(seed: UInt64) throws {
        var world = TimerWorld(seed: seed)
        var devices = [
            TimerDevice("phone", at: world.time),
            TimerDevice(
                "tablet", at: world.time, wallError: .seconds(Int64.random(in: -4_000...4_000, using: &world.generator))
            ),
        ]
        // A device that heard the gateway once knows how wrong its clock is.
        for index in devices.indices { world.sync(&devices[index]) }
        for _ in 0..<80 {
            world.time = world.time + .seconds(Int64.random(in: 1...600, using: &world.generator))
            let index = Int.random(in: 0..<2, using: &world.generator)
            for index in devices.indices { devices[index].showDue(world.time) }
            step(&devices[index], &world)
            for index in devices.indices { devices[index].look(world.time) }
            for device in devices { expectExactReminders(device, world, seed) }
        }
        for _ in 0..<2 { for index in devices.indices { world.sync(&devices[index]) } }
        for device in devices { expectAgreement(device, world, seed) }
    }

    private func step(_ device: inout TimerDevice, _ world: inout TimerWorld) {
        let isKilled = Int.random(in: 0..<12, using: &world.generator) == 0
        do throws(FocusRefusal) {
            switch Int.random(in: 0..<17, using: &world.generator) {
            case 0...2:
                let planned: TimeSpan? = Int.random(in: 0..<5, using: &world.generator) == 0 ? nil : .minutes(25)
                try device.start(planned, at: world.time, killed: isKilled)
            case 3, 4: try device.perform(.pause, at: world.time, killed: isKilled)
            case 5, 6: try device.perform(.resume, at: world.time, killed: isKilled)
            case 7: try device.perform(.complete, at: world.time, killed: isKilled)
            case 8: try device.perform(.abandon, at: world.time, killed: isKilled)
            case 9: device.kill(world.time)
            case 14:
                let seconds = Int64.random(in: -4_000...4_000, using: &world.generator)
                device.setWall(error: .seconds(seconds), at: world.time)
            case 15: device.reboot(world.time)
            case 10: world.sync(&device, loss: [.request, .reply].randomElement(using: &world.generator) ?? .reply)
            case 11: world.sync(&device, calls: Int.random(in: 0...3, using: &world.generator))
            default: world.sync(&device)
            }
        } catch {}
    }

    /// What stands is what the state needs, and what was shown was due.
    private func expectExactReminders(_ device: TimerDevice, _ world: TimerWorld, _ seed: UInt64) {
        let needed = device.machine.reminders(device.now(world.time))
        #expect(Set(device.held.keys) == Set(needed.map(\.id)), "seed \(seed)")
        for reminder in needed {
            guard case .notification(let notification) = reminder,
                case .notification(let held)? = device.held[reminder.id]
            else { continue }
            #expect((notification.at - held.at).nanoseconds.magnitude <= 500_000_000, "seed \(seed)")
        }
        #expect(device.ends.values.allSatisfy { $0 == 1 }, "seed \(seed)")
        #expect(device.shown.allSatisfy { $0.wasDue }, "seed \(seed)")
    }

    private func expectAgreement(_ device: TimerDevice, _ world: TimerWorld, _ seed: UInt64) {
        #expect(device.machine.memory.pending.isEmpty, "seed \(seed)")
        let mine = view(device, world)
        #expect(mine.keys.sorted() == world.journal.records.keys.sorted(), "seed \(seed)")
        for (id, record) in world.journal.records {
            let theirs = record.session(at: world.time)
            guard let here = mine[id] else { continue }
            #expect(here.state == theirs.state, "seed \(seed): \(id)")
            #expect(here.lastOrdinal == theirs.lastOrdinal, "seed \(seed): \(id)")
            let drift = (here.elapsed.nanoseconds - theirs.elapsed.nanoseconds).magnitude
            #expect(drift < 200_000_000, "seed \(seed): \(id) \(drift)")
        }
        // Every event is in the gateway's history or was told.
        for event in device.made {
            let record = world.journal.records[event.sessionID]
            let isThere = record.map {
                event.ordinal <= $0.lastOrdinal && $0.entries[Int(event.ordinal - 1)].type == event.type
            }
            let isTold = device.rejected.contains { $0.sessionID == event.sessionID && $0.ordinal == event.ordinal }
            #expect(isThere == true || isTold, "seed \(seed): \(event)")
        }
        // The user's own sessions that fulfilled their plan were told of.
        for (id, session) in mine where session.endedByPlan {
            let mine = device.made.filter { $0.sessionID == id }.map(\.type)
            // One who finished early knows of the end, also where the gateway saw it otherwise.
            if mine.contains(.start), !mine.contains(.complete), !mine.contains(.abandon) {
                #expect(device.ends[id] == 1, "seed \(seed): \(id)")
            }
        }
    }
}
