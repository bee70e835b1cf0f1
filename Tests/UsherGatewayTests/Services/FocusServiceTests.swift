import Testing
import UsherCore
import UsherLedger
import UsherRPC
import UsherWire

@testable import UsherGateway

/// FocusService over a ledger in memory whose clock stands still.
struct FocusServiceTests {
    private static let now = Timestamp(nanoseconds: 1_800_000_000_000_000_000)

    private struct Place {
        let service: FocusService
        let loop = ManualLoop()
        let response = DroppedMetadata()

        init() throws {
            service = FocusService(ledger: try ShowLedger(.memory, clock: ManualClock(now)))
        }

        func call<Reply: WireMessage>(_ name: String, _ request: some WireMessage) async throws -> Reply {
            for method in service.methods where method.name == name {
                guard case .unary(let body) = method.handler else { continue }
                let call = ServerCall(
                    path: "/usher.v1.FocusService/\(name)", metadata: Metadata(), deadline: nil, peer: "test",
                    loop: loop, response: response)
                return try Reply(decoding: try await body(call, request.encoded()))
            }
            throw RPCError(.unimplemented, name)
        }

        /// The reason, and the paths of the faults.
        func refusal(_ name: String, _ request: some WireMessage) async throws -> (String, [String]) {
            do {
                let _: FocusSession = try await call(name, request)
                return ("", [])
            } catch let error as RPCError {
                var reason = "\(error.code)"
                for case .errorInfo(let word, _, _) in error.status?.details ?? [] { reason = word }
                return (reason, error.faults.map(\.field).sorted())
            }
        }
    }

    @Test("a session over the wire: started, paused, resumed, completed, read, listed")
    func life() async throws {
        let place = try Place()
        let start = StartFocusRequest(
            sessionID: "s", memberID: "m", planned: .minutes(25), startedAt: Self.now - .minutes(10))
        var session: FocusSession = try await place.call("StartFocus", start)
        #expect(session.state == .focusing && session.elapsed == .minutes(10) && session.serverTime == Self.now)
        session = try await place.call("PauseFocus", PauseFocusRequest(sessionID: "s", at: Self.now - .minutes(4)))
        #expect(session.state == .paused && session.elapsed == .minutes(6))
        session = try await place.call(
            "ResumeFocus", ResumeFocusRequest(sessionID: "s", ordinal: 3, at: Self.now - .minutes(2)))
        #expect(session.elapsed == .minutes(8))
        session = try await place.call("CompleteFocus", CompleteFocusRequest(sessionID: "s"))
        #expect(session.state == .completed && session.endedAt == Self.now && session.lastOrdinal == 4)
        #expect(try await place.call("GetFocus", GetFocusRequest(sessionID: "s")) == session)
        let list: ListFocusResponse = try await place.call("ListFocus", ListFocusRequest(memberID: "m"))
        #expect(list.sessions == [session] && list.nextPageToken == "")
        #expect(
            try await place.refusal("AbandonFocus", AbandonFocusRequest(sessionID: "s")) == ("FOCUS_TRANSITION", []))
        #expect(try await place.refusal("GetFocus", GetFocusRequest(sessionID: "none")) == ("FOCUS_UNKNOWN", []))
        #expect(
            try await place.refusal("StartFocus", StartFocusRequest(sessionID: "s", memberID: "x")) == (
                "FOCUS_EXISTS", []
            ))
    }

    @Test("all faults of a request are told at once, by path")
    func faults() async throws {
        let place = try Place()
        let start = StartFocusRequest(
            sessionID: "a b", memberID: "", roomID: "a b", planned: .seconds(-1), startedAt: Self.now + .minutes(6))
        #expect(
            try await place.refusal("StartFocus", start)
                == ("FIELDS", ["member_id", "planned", "room_id", "session_id", "started_at"]))
        let old = StartFocusRequest(sessionID: "s", memberID: "m", startedAt: Self.now - .hours(24 * 740))
        #expect(try await place.refusal("StartFocus", old) == ("FIELDS", ["started_at"]))
        let pause = PauseFocusRequest(sessionID: "", at: Self.now + .minutes(6))
        #expect(try await place.refusal("PauseFocus", pause) == ("FIELDS", ["at", "session_id"]))
        #expect(
            try await place.refusal("ListFocus", ListFocusRequest(memberID: "a b", pageSize: 1_001, pageToken: "x"))
                == ("FIELDS", ["member_id", "page_size", "page_token"]))
        let many = [FocusEventMessage](repeating: FocusEventMessage(), count: FocusEvent.mostInSync + 1)
        #expect(
            try await place.refusal("SyncFocus", SyncFocusRequest(memberID: "", events: many))
                == ("FIELDS", ["events", "member_id"]))
        #expect(
            try await place.refusal(
                "GetFocusStats", GetFocusStatsRequest(timeZone: "Europe/Nowhere", dayStartsAt: .hours(24)))
                == ("FIELDS", ["day_starts_at", "from", "member_id", "time_zone", "to"]))
        let backwards = GetFocusStatsRequest(
            memberID: "m", timeZone: "../../etc/passwd", dayStartsAt: .seconds(-1), from: Self.now,
            to: Self.now - .hours(1))
        #expect(
            try await place.refusal("GetFocusStats", backwards) == ("FIELDS", ["day_starts_at", "time_zone", "to"]))
    }

    @Test("a journal's bad events refuse none of the others, those without a type or a time included")
    func sync() async throws {
        let place = try Place()
        func event(_ ordinal: UInt32, _ type: FocusEventType?, _ minutesAgo: Int64?) -> FocusEventMessage {
            FocusEventMessage(
                sessionID: "s", ordinal: ordinal, type: type, at: minutesAgo.map { Self.now - .minutes($0) })
        }
        let events = [
            event(3, .complete, 10), event(2, nil, 20), event(1, .start, 60), event(2, .pause, nil),
            event(2, .pause, 30),
        ]
        let answer: SyncFocusResponse = try await place.call(
            "SyncFocus", SyncFocusRequest(memberID: "m", events: events))
        #expect(answer.rejected.map { "\($0.ordinal) \($0.reason)" } == ["2 FIELDS", "2 FIELDS"])
        #expect(answer.sessions.map(\.elapsed) == [.minutes(30)])
        let empty: SyncFocusResponse = try await place.call("SyncFocus", SyncFocusRequest(memberID: "m"))
        #expect(empty.sessions.isEmpty && empty.rejected.isEmpty)
    }

    @Test("the words of rejected events are those of refused calls")
    func words() {
        let refusals: [FocusRefusal] = [
            .fields([]), .unknown, .exists, .transition(""), .ordinalTaken(1), .ordinalGap(next: 2),
        ]
        for refusal in refusals {
            #expect(RefusalStatus(refusal.refusal, about: RefusalSubject()).reason == refusal.reason)
        }
    }

    @Test("statistics by the days of a zone, in minutes with their fractions")
    func statistics() async throws {
        let place = try Place()
        // 2027-01-15 08:00 UTC.
        let events = [
            FocusEventMessage(sessionID: "s", ordinal: 1, type: .start, at: Self.now - .hours(10)),
            FocusEventMessage(sessionID: "s", ordinal: 2, type: .complete, at: Self.now - .seconds(33_330)),
        ]
        let _: SyncFocusResponse = try await place.call("SyncFocus", SyncFocusRequest(memberID: "m", events: events))
        let answer: GetFocusStatsResponse = try await place.call(
            "GetFocusStats",
            GetFocusStatsRequest(memberID: "m", timeZone: "Europe/Berlin", from: Self.now - .hours(48), to: Self.now))
        #expect(answer.days.map(\.date) == ["2027-01-14"] && answer.days.map(\.minutes) == [44.5])
        #expect(answer.totalMinutes == 44.5 && answer.streakDays == 1)
        let east: GetFocusStatsResponse = try await place.call(
            "GetFocusStats",
            GetFocusStatsRequest(memberID: "m", timeZone: "Asia/Kolkata", from: Self.now - .hours(48), to: Self.now))
        #expect(east.days.map(\.date) == ["2027-01-15"])
    }

    @Test("the system's zones are found by name, and nothing else is")
    func zones() {
        let zones = ZoneFiles()
        let summer: Int64 = 1_782_900_000
        for (name, offset) in [
            ("Europe/Berlin", 7_200), ("America/New_York", -14_400), ("Asia/Kathmandu", 20_700),
            ("Asia/Kolkata", 19_800),
            ("Australia/Lord_Howe", 37_800), ("Pacific/Kiritimati", 50_400), ("America/St_Johns", -9_000), ("UTC", 0),
            ("America/Argentina/Buenos_Aires", -10_800), ("Etc/GMT+12", -43_200),
        ] as [(String, Int64)] {
            #expect(zones.rules(of: name)?.offset(atSecond: summer) == offset, "\(name)")
        }
        for name in [
            "", "Europe", "Europe/Atlantis", "../zoneinfo/UTC", "/etc/passwd", "tzdata.zi", "zone.tab", "right/UTC",
            "localtime",
        ] {
            #expect(zones.rules(of: name) == nil, "\(name)")
        }
        #expect(ZoneFiles(directory: "/nonexistent").rules(of: "UTC") == .utc)
        #expect(ZoneFiles(directory: "/dev").rules(of: "Zero") == nil)
    }
}
