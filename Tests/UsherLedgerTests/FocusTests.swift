import Testing
import UsherCore

@testable import UsherLedger

@Suite("Focus in the ledger")
struct FocusTests {
    @Test("a session lives by its commands; refusals change nothing", arguments: StoreKind.allCases)
    func life(kind: StoreKind) async throws {
        let rig = try Rig(kind)
        let began = try await rig.start(planned: .minutes(25))
        #expect(began.state == .focusing && began.startedAt == rig.clock.now && began.elapsed == .zero)
        try await rig.advance(.minutes(10))
        #expect(try await rig.focus(.pause).elapsed == .minutes(10))
        await #expect(throws: Refusal.focusTransition("it is paused")) { try await rig.focus(.pause) }
        await #expect(throws: Refusal.ordinalTaken(2)) { try await rig.focus(.complete, ordinal: 2) }
        await #expect(throws: Refusal.ordinalGap(next: 3)) { try await rig.focus(.resume, ordinal: 4) }
        await #expect(throws: Refusal.focusUnknown) { try await rig.focus(.pause, "none") }
        await #expect(throws: Refusal.focusUnknown) { try await rig.session("none") }
        try await rig.advance(.minutes(5))
        #expect(try await rig.focus(.pause, ordinal: 2).lastOrdinal == 2)
        #expect(try await rig.focus(.resume, ordinal: 3, ago: .minutes(1)).elapsed == .minutes(11))
        try await rig.advance(.minutes(20))
        let over = try await rig.session()
        #expect(over.state == .completed && over.elapsed == .minutes(25) && over.lastOrdinal == 3)
        #expect(over.endedAt == rig.clock.now - .minutes(6))
    }

    @Test("StartFocus again is a repeat, with other content FOCUS_EXISTS, a second open one FOCUS_TRANSITION")
    func startAgain() async throws {
        let rig = try Rig(.memory)
        let first = try await rig.start(planned: .minutes(25), ago: .minutes(1))
        #expect(try await rig.start(planned: .minutes(25), ago: .minutes(1)) == first)
        #expect(try await rig.start(planned: .minutes(25)) == first)
        await #expect(throws: Refusal.focusExists) { try await rig.start(planned: .minutes(25), ago: .minutes(2)) }
        await #expect(throws: Refusal.focusExists) { try await rig.start(planned: .minutes(26)) }
        await #expect(throws: Refusal.focusExists) { try await rig.start(of: "bob", planned: .minutes(25)) }
        await #expect(throws: Refusal.self) { try await rig.start("other") }
        #expect(try await rig.start("bobs", of: "bob").state == .focusing)
        try await rig.focus(.abandon)
        #expect(try await rig.start("other").state == .focusing)
        await #expect(throws: Refusal.self) { try await rig.start("far", of: "eve", ago: .hours(24 * 800)) }
        let elsewhere = try await rig.ledger.execute(.get(sessionID: "s"), tenant: "u")
        #expect(elsewhere == .failure(.focusUnknown))
    }

    @Test(
        "journals are judged as the pure rules judge them, whatever the store has of the member",
        arguments: StoreKind.allCases)
    func journals(kind: StoreKind) async throws {
        for seed in 1...(kind == .memory ? 40 : 6) as ClosedRange<UInt64> {
            let rig = try Rig(kind)
            var generator = SeededGenerator(seed: seed)
            var pure = FocusJournal(memberID: "ann")
            pure.foreign = ["x"]
            try await rig.start("x", of: "bob")
            for _ in 0..<25 {
                let events = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
                    rig.event(
                        ["a", "b", "c", "d", "e", "x"][Int.random(in: 0..<6, using: &generator)],
                        .random(in: 0...5, using: &generator),
                        FocusEventType.allCases[Int.random(in: 0..<5, using: &generator)],
                        ago: .seconds(.random(in: -400...40_000, using: &generator)),
                        planned: Bool.random(using: &generator) ? .minutes(.random(in: 1...60, using: &generator)) : nil
                    )
                }
                let answer = try await rig.sync(events)
                #expect(answer.rejected == pure.sync(events, now: rig.ledger.now), "seed \(seed)")
                for session in answer.sessions {
                    #expect(session == pure.records[session.sessionID]?.session(at: rig.ledger.now), "seed \(seed)")
                }
                let named = Set(events.map(\.sessionID)).intersection(pure.records.keys)
                #expect(Set(answer.sessions.map(\.sessionID)) == named, "seed \(seed)")
                try await rig.advance(.seconds(.random(in: 0...3_000, using: &generator)))
            }
            let listed = try await rig.ledger.sessions(of: "ann", tenant: "t", pageSize: 1_000, pageToken: "").get()
            #expect(Set(listed.items.map(\.sessionID)) == Set(pure.records.keys), "seed \(seed)")
            let stretches = try await rig.ledger.stretches(
                of: "ann", tenant: "t", from: Timestamp(nanoseconds: 0), to: .init(nanoseconds: .max))
            let now = rig.ledger.now
            let counted = pure.inOrder.filter { $0.state(at: now) == .completed }.flatMap { $0.stretches(at: now) }
            #expect(Set(stretches) == Set(counted) && stretches.count == counted.count, "seed \(seed)")
        }
    }

    @Test("a member's sessions come newest first, in pages, and their stretches in parts")
    func pages() async throws {
        let rig = try Rig(.memory)
        let count = 1_203
        var events: [FocusEvent] = []
        for number in 0..<count {
            let ago = TimeSpan.minutes(Int64(10 * (count - number)))
            events.append(rig.event("s\(number)", 1, .start, ago: ago, planned: .minutes(5)))
        }
        #expect(try await rig.sync(events).rejected.isEmpty)
        var (found, token) = ([String](), "")
        repeat {
            let page = try await rig.ledger.sessions(of: "ann", tenant: "t", pageSize: 400, pageToken: token).get()
            found += page.items.map(\.sessionID)
            token = page.nextToken
        } while !token.isEmpty
        #expect(found == (0..<count).reversed().map { "s\($0)" })
        let foreign = try await rig.ledger.sessions(of: "ann", tenant: "t", pageSize: 1, pageToken: "00")
        guard case .failure(.fields) = foreign else { return #expect(Bool(false), "\(foreign)") }
        // The range begins within the first session that reaches into it.
        let from = rig.clock.now - .minutes(Int64(10 * (count - 1))) + .minutes(3)
        let stretches = try await rig.ledger.stretches(
            of: "ann", tenant: "t", from: from, to: rig.clock.now - .minutes(10))
        #expect(stretches.count == count - 2 && stretches.map(\.start) == stretches.map(\.start).sorted())
    }

    // MARK: Rooms

    @Test("in the room of the session, and only there, the member shows what it does, one change a request")
    func room() async throws {
        let rig = try Rig(.memory)
        try await rig.openRoom(awayAfter: .minutes(10))
        try await rig.openRoom("Q", awayAfter: .minutes(10))
        _ = try await rig.join("ann")
        _ = try await rig.join("ann", in: "Q")
        _ = try await rig.ledger.follow(Rig.ref()).get()
        func ann() -> RoomMember? { rig.observer.room().members.first }
        try await rig.start(room: "R", planned: .minutes(25), ago: .minutes(5))
        #expect(ann()?.status == .focusing && ann()?.planned == .minutes(25))
        #expect(ann()?.focusStartedAt == rig.clock.now - .minutes(5))
        try await rig.focus(.pause)
        #expect(ann()?.status == .resting && ann()?.focusStartedAt == nil && ann()?.planned == nil)
        try await rig.advance(.seconds(30))
        try await rig.focus(.resume)
        #expect(ann()?.focusStartedAt == rig.clock.now - .minutes(5))
        try await rig.focus(.complete)
        #expect(ann()?.status == .idle && rig.observer.room().seq == 5)
        // One session ends and the next begins in one request: one change. Old ones are no news.
        try await rig.start("two", room: "R")
        try await rig.advance(.seconds(20))
        let sync = try await rig.sync([
            rig.event("two", 2, .complete, ago: .seconds(10)),
            rig.event("three", 1, .start, ago: .seconds(5), room: "R"),
            rig.event("old", 1, .start, ago: .hours(3), planned: .minutes(9), room: "R"),
        ])
        #expect(sync.rejected.isEmpty)
        #expect(ann()?.status == .focusing && ann()?.focusStartedAt == rig.clock.now - .seconds(5))
        #expect(rig.observer.room().seq == 7 && rig.observer.room().gaps == 0)
        #expect(try await rig.read("Q").members.map(\.status) == [.idle])
        // A repeat is no news, and neither is a refusal.
        try await rig.focus(.complete, "two", ordinal: 2)
        await #expect(throws: Refusal.self) { try await rig.focus(.resume, "three") }
        #expect(rig.observer.room().seq == 7)
    }

    @Test("who enters a room while their session of it runs or pauses shows it from the first moment on")
    func joining() async throws {
        let rig = try Rig(.memory)
        try await rig.openRoom()
        try await rig.openRoom("Q")
        try await rig.start(room: "R", planned: .minutes(25), ago: .minutes(5))
        let member = try await rig.join("ann").member
        #expect(member.status == .focusing && member.planned == .minutes(25))
        #expect(member.focusStartedAt == rig.clock.now - .minutes(5))
        #expect(try await rig.join("ann", in: "Q").member.status == .idle)
        #expect(try await rig.join("bob").member.status == .idle)
        try await rig.start("b", of: "bob", room: "Q")
        try await rig.focus(.pause, "b")
        #expect(try await rig.join("bob", in: "Q").member.status == .resting)
        try await rig.start("e", of: "eve", room: "R", planned: .minutes(1), ago: .minutes(2))
        #expect(try await rig.join("eve").member.status == .idle)
    }

    @Test(
        "the end that comes by itself shows in the room at its time, also of a member who is AWAY",
        arguments: StoreKind.allCases)
    func derivedEnd(kind: StoreKind) async throws {
        let rig = try Rig(kind)
        try await rig.openRoom(leaveAfter: .hours(24))
        let ann = try await rig.join("ann")
        _ = try await rig.join("bob")
        _ = try await rig.ledger.follow(Rig.ref()).get()
        try await rig.start(room: "R", planned: .minutes(25))
        try await rig.start("b", of: "bob", room: "R")
        let end = rig.clock.now + .minutes(25)
        try await rig.pass(.minutes(24))
        #expect(rig.observer.room().members.map(\.status) == [.away, .away])
        #expect(rig.observer.room().members[0].focusStartedAt != nil)
        _ = try await rig.run(.keepAlive(ann.device))
        #expect(rig.observer.room().members[0].status == .focusing)
        clockLooksAt: while let next = try await rig.ledger.actOnTime(), next <= end {
            rig.clock.advance(by: next - rig.clock.now)
            if next < end { continue clockLooksAt }
            _ = try await rig.ledger.actOnTime()
        }
        #expect(rig.clock.now == end && rig.observer.room().members[0].focusStartedAt == nil)
        _ = try await rig.run(.keepAlive(ann.device))
        #expect(rig.observer.room().members[0].status == .idle)
        try await rig.pass(.hours(12))
        #expect(rig.observer.room().members[1].status == .away && rig.observer.room().members[1].focusStartedAt == nil)
        #expect(rig.observer.room().gaps == 0)
    }

    @Test("sessions, and ends that came while the server was down, survive a restart")
    func restart() async throws {
        let rig = try Rig()
        try await rig.openRoom()
        _ = try await rig.join("ann")
        try await rig.start(room: "R", planned: .minutes(25), ago: .minutes(10))
        try await rig.start("b", of: "bob", ago: .minutes(3))
        var paused = try await rig.focus(.pause, "b", ago: .minutes(1))
        try await rig.restart()
        // A ledger begins after the last commit of the run before.
        paused.serverTime = rig.ledger.now
        #expect(try await rig.session("b") == paused)
        #expect(try await rig.read().members.map(\.status) == [.focusing])
        #expect(try await rig.focus(.pause, "b", ordinal: 2) == paused)
        await rig.ledger.close()
        rig.clock.advance(by: .minutes(20))
        try await rig.restart()
        _ = try await rig.ledger.actOnTime()
        #expect(try await rig.read().members.map(\.status) == [.idle])
        #expect(try await rig.session().state == .completed)
        await rig.ledger.close()
        #expect(try rig.count("SELECT count(*) FROM focus_session WHERE room_end < 9223372036854775807") == 0)
        #expect(try rig.count("SELECT count(*) FROM focus_session") == 2)
    }

    @Test("a session's record is the same after it was written and read")
    func codec() throws {
        var generator = SeededGenerator(seed: 3)
        let codec = Codec()
        for _ in 0..<200 {
            var record = FocusRecord(
                sessionID: "s", memberID: "m", roomID: Bool.random(using: &generator) ? "r" : "",
                planned: Bool.random(using: &generator) ? .minutes(25) : nil,
                startedAt: Timestamp(nanoseconds: .random(in: 0...1_000_000, using: &generator)))
            var at = record.startedAt
            for _ in 0..<Int.random(in: 0...6, using: &generator) {
                at = at + TimeSpan(nanoseconds: .random(in: 0...2_000_000_000_000, using: &generator))
                let type: FocusEventType = record.state(at: at) == .paused ? .resume : .pause
                _ = record.accept(FocusEvent(sessionID: "s", ordinal: 0, type: type, at: at), now: at)
            }
            let blob = codec.encode(record)
            #expect(try codec.decodeFocus(blob) == record)
            #expect(throws: CodecError.self) { try codec.decodeFocus(Array(blob.dropLast())) }
        }
    }
}
