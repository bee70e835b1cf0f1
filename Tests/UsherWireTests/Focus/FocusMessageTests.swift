import Testing
import UsherCore

@testable import UsherWire

@Suite("Messages of focus")
struct FocusMessageTests {
    private static let noon = Fixtures.noon
    private static let running = FocusSession(
        sessionID: "f-1", memberID: "alice", roomID: "library", state: .focusing, planned: .minutes(25),
        startedAt: noon - .minutes(10), elapsed: .minutes(10), lastOrdinal: 3, serverTime: noon)
    private static let ended = FocusSession(
        sessionID: "f-1", memberID: "alice", state: .completed, startedAt: noon - .minutes(10), endedAt: noon,
        elapsed: .minutes(10), lastOrdinal: 2, serverTime: noon)
    private static let statistics = FocusStatistics(
        days: [
            FocusDay(date: "2027-01-14", focused: .minutes(50)), FocusDay(date: "2027-01-15", focused: .seconds(750)),
        ], streakDays: 2, total: .seconds(3_750))

    private func check<Value: WireMessage>(_ value: Value, _ golden: String? = nil) throws {
        #expect(try Value(decoding: value.encoded()) == value)
        if let golden { #expect(hex(value.encoded()) == golden) }
    }

    @Test("sessions, statistics and verdicts have the bytes that another implementation of protobuf writes")
    func golden() throws {
        try check(
            Self.running,
            "0a03662d311205616c6963651a076c69627261727920012a0308dc0b320608a89fa7da06420308d804480352060880a4a7da06")
        try check(
            Self.ended, "0a03662d311205616c6963652003320608a89fa7da063a060880a4a7da06420308d804480252060880a4a7da06")
        try check(
            GetFocusStatsResponse(Self.statistics),
            "0a150a0a323032372d30312d31341100000000000049400a150a0a323032372d30312d31351100000000000029401002190000"
                + "000000404f40")
        try check(
            SyncFocusResponse(
                rejected: [RejectedFocusEvent(sessionID: "f-1", ordinal: 2, reason: "ORDINAL_TAKEN")]),
            "12160a03662d3110021a0d4f5244494e414c5f54414b454e")
        let start = FocusEvent(
            sessionID: "f-1", ordinal: 1, type: .start, at: Self.noon, planned: .minutes(25), roomID: "library")
        try check(
            FocusEventMessage(start), "0a03662d311001180122060880a4a7da062a0308dc0b32076c696272617279")
        #expect(FocusEventMessage(start).event == start)
    }

    @Test("requests and replies come back as they were sent")
    func roundTrips() throws {
        try check(
            StartFocusRequest(
                sessionID: "f-1", memberID: "alice", roomID: "library", planned: .minutes(25), startedAt: Self.noon))
        try check(StartFocusRequest(sessionID: "f-1", memberID: "alice"))
        func step<Step: FocusStepRequest>(_ type: Step.Type) throws {
            try check(Step(sessionID: "f-1", ordinal: 2, at: Self.noon))
            try check(Step(sessionID: "f-1", ordinal: 0, at: nil))
        }
        try step(PauseFocusRequest.self)
        try step(ResumeFocusRequest.self)
        try step(CompleteFocusRequest.self)
        try step(AbandonFocusRequest.self)
        try check(GetFocusRequest(sessionID: "f-1"))
        try check(ListFocusRequest(memberID: "alice", pageSize: 10, pageToken: "t"))
        try check(
            ListFocusResponse(sessions: [Self.running, Self.ended], nextPageToken: "n", serverTime: Self.noon))
        try check(ListFocusResponse())
        try check(
            SyncFocusRequest(memberID: "alice", events: [FocusEventMessage(sessionID: "f-1"), FocusEventMessage()]))
        try check(SyncFocusResponse(sessions: [Self.running]))
        try check(
            GetFocusStatsRequest(
                memberID: "alice", timeZone: "Europe/Berlin", dayStartsAt: .hours(4), from: Self.noon - .hours(24),
                to: Self.noon))
        try check(GetFocusStatsRequest())
    }

    @Test("a state of a newer version is one in which no time runs and which does not count")
    func unknownState() throws {
        let open = try FocusSession(decoding: bytes(hex: "0a03662d312009"))
        #expect(open.state == .paused && open.endedAt == nil && open.elapsed == .zero)
        #expect(try FocusSession(decoding: bytes(hex: "0a03662d3120093a060880a4a7da06")).state == .abandoned)
    }

    @Test("an event without a known type or a time is none, and the others of its request stay good")
    func badEvents() throws {
        let good = FocusEventMessage(sessionID: "f-1", ordinal: 2, type: .pause, at: Self.noon)
        let odd = try FocusEventMessage(decoding: bytes(hex: "0a03662d311003180922060880a4a7da06"))
        #expect(odd.type == nil && odd.event == nil && odd.ordinal == 3)
        let timeless = FocusEventMessage(sessionID: "f-1", ordinal: 2, type: .pause)
        let request = SyncFocusRequest(memberID: "alice", events: [odd, good, timeless])
        let back = try SyncFocusRequest(decoding: request.encoded())
        #expect(back.events.map { $0.event != nil } == [false, true, false])
    }

    @Test("minutes become the spans that they were", arguments: 0..<50)
    func minutes(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        // So far a double of minutes knows every nanosecond.
        let spans = (0..<40).map { _ in
            TimeSpan(nanoseconds: Int64.random(in: 0...TimeSpan.hours(13 * 24).nanoseconds, using: &random))
        }
        let statistics = FocusStatistics(
            days: spans.map { FocusDay(date: "2027-01-15", focused: $0) }, streakDays: 1, total: spans[0])
        let back = try GetFocusStatsResponse(decoding: GetFocusStatsResponse(statistics).encoded()).statistics
        #expect(back == statistics)
    }

    @Test("minutes that are no span are none", arguments: [Double.nan, .infinity, -.infinity, 1e300])
    func oddMinutes(minutes: Double) {
        let reply = GetFocusStatsResponse(days: [.init(date: "d", minutes: minutes)], totalMinutes: minutes)
        #expect(reply.statistics.total == .zero && reply.statistics.days[0].focused == .zero)
    }

    @Test("a session as JSON has its state by name, its spans in seconds, and no end while it is open")
    func json() throws {
        let text =
            #"{"sessionId":"f-1","memberId":"alice","roomId":"library","state":"FOCUS_STATE_FOCUSING","#
            + #""planned":"1500s","startedAt":"2027-01-15T07:50:00Z","elapsed":"600s","lastOrdinal":3,"#
            + #""serverTime":"2027-01-15T08:00:00Z"}"#
        #expect(try ProtoJSON.string(Self.running) == text)
        #expect(try ProtoJSON.decode(FocusSession.self, from: Array(text.utf8)) == Self.running)
        #expect(
            try ProtoJSON.string(GetFocusStatsResponse(Self.statistics))
                == #"{"days":[{"date":"2027-01-14","minutes":50},{"date":"2027-01-15","minutes":12.5}],"streakDays":2,"#
                + #""totalMinutes":62.5}"#)
    }
}
