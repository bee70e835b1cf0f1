import Testing
import UsherCore

/// The rules between a member's sessions, and journals that come late.
@Suite("Focus journals")
struct FocusJournalTests {
    static let start = Timestamp(nanoseconds: 1_800_000_000_000_000_000)
    static let now = start + .hours(48)

    static func event(_ name: String, _ ordinal: UInt32, _ type: FocusEventType, _ minute: Int64, planned: Int64? = nil)
        -> FocusEvent
    {
        FocusEvent(
            sessionID: name, ordinal: ordinal, type: type, at: start + .minutes(minute),
            planned: planned.map { .minutes($0) })
    }

    /// Judged one request after the other; the names of what was rejected.
    static func judge(_ requests: [[FocusEvent]]) -> (journal: FocusJournal, rejected: [[String]]) {
        var journal = FocusJournal(memberID: "m")
        let rejected = requests.map { events in
            journal.sync(events, now: now).map { "\($0.sessionID)\($0.ordinal) \($0.reason)" }
        }
        return (journal, rejected)
    }

    static let walk = [
        event("x", 1, .start, 0), event("x", 2, .pause, 5), event("x", 3, .resume, 10), event("x", 4, .complete, 15),
    ]

    @Test("of two devices' sessions at one time the one that came first stands; the other one is told, event by event")
    func overlap() {
        let later = [Self.event("y", 1, .start, 10), Self.event("y", 2, .complete, 20)]
        let first = Self.judge([Self.walk, later])
        #expect(first.rejected == [[], ["y1 FOCUS_TRANSITION", "y2 FOCUS_UNKNOWN"]])
        let second = Self.judge([later, Self.walk])
        #expect(
            second.rejected == [
                [], ["x1 FOCUS_TRANSITION", "x2 FOCUS_UNKNOWN", "x3 FOCUS_UNKNOWN", "x4 FOCUS_UNKNOWN"],
            ])
    }

    @Test("sessions that do not overlap are accepted in any order of arrival")
    func disjoint() {
        let others = [
            Self.event("y", 1, .start, 15), Self.event("y", 2, .complete, 20),
            Self.event("z", 1, .start, 20, planned: 25),
        ]
        for requests in [[Self.walk, others], [others, Self.walk], [others + Self.walk]] {
            let judged = Self.judge(requests)
            #expect(!judged.rejected.contains { !$0.isEmpty })
            #expect(judged.journal.records.count == 3)
        }
    }

    @Test("an event that would reopen a session into a later one is refused, unless what came with it ends it before")
    func reopening() {
        let planned = [Self.event("x", 1, .start, 0, planned: 25)]
        let later = [Self.event("y", 1, .start, 60, planned: 25)]
        let pause = Self.event("x", 2, .pause, 20)
        #expect(Self.judge([planned, later, [pause]]).rejected.last == ["x2 FOCUS_TRANSITION"])
        let resumed = Self.judge([planned, later, [Self.event("x", 3, .resume, 40), pause]])
        #expect(resumed.rejected.last == [])
        #expect(resumed.journal.records["x"]?.session(at: Self.now).endedAt == Self.start + .minutes(45))
        // Too late: it would reach its plan after the next session began.
        let late = Self.judge([planned, later, [Self.event("x", 3, .resume, 56), pause]])
        #expect(late.rejected.last == ["x2 FOCUS_TRANSITION", "x3 ORDINAL_GAP"])
        // Without a later session it is simply paused.
        #expect(Self.judge([planned, [pause]]).journal.open(at: Self.now)?.sessionID == "x")
    }

    @Test("an open-ended session of before is abandoned by the time that the next one begins, or it is refused")
    func openEnded() {
        let forgotten = [Self.event("x", 1, .start, 0)]
        #expect(Self.judge([[Self.event("y", 1, .start, 719)], forgotten]).rejected.last == ["x1 FOCUS_TRANSITION"])
        #expect(Self.judge([[Self.event("y", 1, .start, 720)], forgotten]).rejected.last == [])
        #expect(Self.judge([forgotten, [Self.event("y", 1, .start, 719)]]).rejected.last == ["y1 FOCUS_TRANSITION"])
        #expect(Self.judge([forgotten, [Self.event("y", 1, .start, 720)]]).rejected.last == [])
    }

    @Test("an end and a start at one moment are no overlap, and a session without any time hides none")
    func moments() {
        var journal = FocusJournal(memberID: "m")
        let events = [
            Self.event("x", 1, .start, 0), Self.event("x", 2, .complete, 10), Self.event("y", 1, .start, 10),
            Self.event("y", 2, .abandon, 10), Self.event("z", 1, .start, 10), Self.event("z", 2, .pause, 30),
        ]
        #expect(journal.sync(events.reversed(), now: Self.start + .hours(1)).isEmpty)
        let last = journal.accept(Self.event("w", 1, .start, 40), now: Self.start + .hours(1))
        guard case .refused(.transition) = last else { return #expect(Bool(false), "\(last)") }
        #expect(journal.open(at: Self.start + .hours(1))?.sessionID == "z")
    }

    @Test("a start by a clock that is ahead is an open session already")
    func ahead() {
        var journal = FocusJournal(memberID: "m")
        let now = Self.start
        #expect(journal.accept(Self.event("x", 1, .start, 4), now: now) == .accepted)
        #expect(journal.accept(Self.event("y", 1, .start, 0, planned: 1), now: now) != .accepted)
        #expect(journal.accept(Self.event("x", 2, .complete, 4), now: now) == .accepted)
    }

    @Test("START: another plan or another member's id is FOCUS_EXISTS, another time of a known one a repeat")
    func sameID() {
        var journal = FocusJournal(memberID: "m", records: [FocusRecordTests.record(planned: .minutes(25))])
        journal.foreign = ["f"]
        let rejected = journal.sync(
            [
                Self.event("s", 1, .start, 3, planned: 25), Self.event("s", 1, .start, 0, planned: 50),
                Self.event("f", 1, .start, 600), Self.event("f", 2, .pause, 601), Self.event("new", 3, .start, 700),
                Self.event("zero", 0, .start, 800), Self.event("late", 1, .start, 48 * 60 + 6),
            ], now: Self.now)
        #expect(
            Set(rejected.map { "\($0.sessionID)\($0.ordinal) \($0.reason)" }) == [
                "s1 FOCUS_EXISTS", "f1 FOCUS_EXISTS", "f2 FOCUS_UNKNOWN", "new3 ORDINAL_GAP", "zero0 FIELDS",
                "late1 FIELDS",
            ])
        #expect(journal.records.count == 1)
    }

    @Test("thousands of events, of one session and of many, and the worst of them, are judged in a moment")
    func large() {
        // With a later session in the way each event of the first one asks whether the ones behind it set it right.
        var journal = FocusJournal(memberID: "m")
        _ = journal.accept(Self.event("later", 1, .start, 1_200), now: Self.now)
        var events = [FocusEvent]()
        for ordinal in 2..<1_000 as Range<UInt32> {
            for type in FocusEventType.allCases where type != .start && type != .complete && type != .abandon {
                events.append(Self.event("x", ordinal, type, Int64(ordinal)))
                events.append(Self.event("x", ordinal, type, Int64(ordinal) + 1))
            }
        }
        let open = [Self.event("x", 1, .start, 0, planned: 1_300)] + events
        #expect(journal.sync(open, now: Self.now).count == open.count)
        #expect(journal.sync(open + [Self.event("x", 1_000, .complete, 1_001)], now: Self.now).count == 2 * 998)
        #expect(journal.records["x"]?.lastOrdinal == 1_000)
    }

    @Test("what a gateway tells of a session takes the place of what was known of it")
    func told() {
        var journal = FocusJournal(memberID: "m", records: [FocusRecordTests.record()])
        let session = FocusSession(
            sessionID: "s", memberID: "m", state: .paused, startedAt: Self.start, elapsed: .minutes(3), lastOrdinal: 2,
            serverTime: Self.start + .minutes(9))
        journal.put(FocusRecord(adopting: session))
        #expect(journal.inOrder.map(\.lastOrdinal) == [2])
        journal.remove("s")
        journal.remove("s")
        #expect(journal.records.isEmpty && journal.inOrder.isEmpty && journal.open(at: Self.now) == nil)
    }
}
