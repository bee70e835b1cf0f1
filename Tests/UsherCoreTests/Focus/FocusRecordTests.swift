import Testing
import UsherCore

/// One session: the table of its steps, its times, and the end that comes by itself.
@Suite("Focus sessions")
struct FocusRecordTests {
    static let start = Timestamp(nanoseconds: 1_800_000_000_000_000_000)

    static func record(planned: TimeSpan? = nil, room: String = "") -> FocusRecord {
        FocusRecord(sessionID: "s", memberID: "m", roomID: room, planned: planned, startedAt: start)
    }

    static func event(_ type: FocusEventType, _ ordinal: UInt32 = 0, after: TimeSpan = .zero, planned: TimeSpan? = nil)
        -> FocusEvent
    {
        FocusEvent(sessionID: "s", ordinal: ordinal, type: type, at: start + after, planned: planned)
    }

    enum Standing: CaseIterable {
        case running, paused, resumed, completed, abandoned, completedItself, forgotten

        /// The last event is 10 minutes after the start; it is judged an hour and more after that.
        var record: FocusRecord {
            var record = FocusRecordTests.record(planned: self == .completedItself ? .minutes(20) : nil)
            let events: [(FocusEventType, Int64)] =
                switch self {
                case .running, .completedItself, .forgotten: [(.pause, 5), (.resume, 10)]
                case .paused: [(.pause, 10)]
                case .resumed: [(.pause, 3), (.resume, 4), (.pause, 5), (.resume, 10)]
                case .completed: [(.complete, 10)]
                case .abandoned: [(.pause, 5), (.abandon, 10)]
                }
            for (type, minutes) in events {
                record.apply(FocusRecord.Entry(type, at: FocusRecordTests.start + .minutes(minutes)))
            }
            return record
        }

        var now: Timestamp { FocusRecordTests.start + (self == .forgotten ? .hours(13) : .hours(2)) }

        var state: FocusState {
            switch self {
            case .running, .resumed: .focusing
            case .paused: .paused
            case .completed, .completedItself: .completed
            case .abandoned, .forgotten: .abandoned
            }
        }
    }

    enum Ordinal: CaseIterable {
        case none, next, gap, known, first
    }

    enum Time: CaseIterable {
        case beforeLast, last, later, afterDerivedEnd, slightlyAhead, farAhead
    }

    @Test(
        "every event in every state, by ordinal and time: the table's steps are taken, all else is refused and changes nothing",
        arguments: Standing.allCases, FocusEventType.allCases)
    func table(_ standing: Standing, _ type: FocusEventType) {
        let before = standing.record
        #expect(before.state(at: standing.now) == standing.state)
        for ordinal in Ordinal.allCases {
            for time in Time.allCases {
                let event = Self.event(type, Self.number(ordinal, before), after: Self.at(time, standing) - Self.start)
                var after = before
                let verdict = after.accept(event, now: standing.now)
                let expected = Self.expected(event, ordinal, time, standing, before)
                let what = "\(standing) \(type) \(ordinal) \(time)"
                switch (verdict, expected) {
                case (.accepted, .accepted):
                    #expect(after.lastOrdinal == before.lastOrdinal + 1, "\(what)")
                    #expect(after.entries == before.entries + [FocusRecord.Entry(type, at: event.at)], "\(what)")
                case (.repeated, .repeated): #expect(after == before, "\(what)")
                case (.refused(let refusal), .refused(let reason)):
                    #expect(refusal.reason == reason, "\(what)")
                    #expect(after == before, "\(what)")
                default: Issue.record("\(what): \(verdict), not \(expected)")
                }
            }
        }
    }

    private enum Expected {
        case accepted, repeated
        case refused(String)
    }

    private static func number(_ ordinal: Ordinal, _ record: FocusRecord) -> UInt32 {
        switch ordinal {
        case .none: 0
        case .next: record.lastOrdinal + 1
        case .gap: record.lastOrdinal + 2
        case .known: record.lastOrdinal
        case .first: 1
        }
    }

    private static func at(_ time: Time, _ standing: Standing) -> Timestamp {
        switch time {
        case .beforeLast: start + .minutes(10) - TimeSpan(nanoseconds: 1)
        case .last: start + .minutes(10)
        case .later: start + .minutes(11)
        // 20 minutes planned, 5 of them done at minute 10; 12 hours of silence.
        case .afterDerivedEnd: start + (standing == .forgotten ? .minutes(12 * 60 + 10) : .minutes(25))
        case .slightlyAhead: standing.now + .minutes(5)
        case .farAhead: standing.now + .minutes(5) + TimeSpan(nanoseconds: 1)
        }
    }

    /// The contract's words once more, without the code's.
    private static func expected(
        _ event: FocusEvent, _ ordinal: Ordinal, _ time: Time, _ standing: Standing, _ record: FocusRecord
    ) -> Expected {
        if time == .farAhead { return .refused("FIELDS") }
        if ordinal == .first || ordinal == .none && event.type == .start {
            return event.type == .start
                ? (record.planned == nil ? .repeated : .refused("FOCUS_EXISTS")) : .refused("ORDINAL_TAKEN")
        }
        switch ordinal {
        case .known: return record.entries.last?.type == event.type ? .repeated : .refused("ORDINAL_TAKEN")
        case .gap: return .refused("ORDINAL_GAP")
        case .none, .next, .first: break
        }
        if time == .beforeLast { return .refused("FIELDS") }
        // Before it came, an end that comes by itself is none.
        let isLate = [.afterDerivedEnd, .slightlyAhead].contains(time)
        let state: FocusState =
            switch standing {
            case .completedItself, .forgotten: isLate ? .completed : .focusing
            default: standing.state
            }
        switch (state, event.type) {
        case (.focusing, .pause), (.paused, .resume), (.focusing, .complete), (.paused, .complete),
            (.focusing, .abandon), (.paused, .abandon):
            return .accepted
        default: return .refused("FOCUS_TRANSITION")
        }
    }

    @Test("elapsed is the sum of the focusing stretches, and never more than planned")
    func elapsed() {
        var record = Self.record(planned: .minutes(25))
        #expect(record.session(at: Self.start + .minutes(4)).elapsed == .minutes(4))
        #expect(record.session(at: Self.start - .minutes(1)).elapsed == .zero)
        #expect(record.accept(Self.event(.pause, after: .minutes(10)), now: Self.start + .hours(1)) == .accepted)
        #expect(record.session(at: Self.start + .hours(30)).elapsed == .minutes(10))
        #expect(record.session(at: Self.start + .hours(30)).state == .paused)
        #expect(record.accept(Self.event(.resume, after: .minutes(40)), now: Self.start + .hours(1)) == .accepted)
        let end = Self.start + .minutes(55)
        let last = record.session(at: end - TimeSpan(nanoseconds: 1))
        #expect(last.state == .focusing && last.endedAt == nil)
        for time in [end, end + .hours(1_000)] {
            let session = record.session(at: time)
            #expect(session.state == .completed && session.endedAt == end && session.elapsed == .minutes(25))
            #expect(session.lastOrdinal == 3)
        }
        #expect(
            record.stretches(at: end + .hours(1)) == [
                FocusStretch(start: Self.start, end: Self.start + .minutes(10)),
                FocusStretch(start: Self.start + .minutes(40), end: end),
            ])
    }

    @Test("an end that comes by itself yields to an event from before it, and only to that")
    func derivedEndYields() {
        let now = Self.start + .hours(20)
        for (planned, end) in [(TimeSpan.minutes(25), TimeSpan.minutes(25)), (nil, .hours(12))]
            as [(TimeSpan?, TimeSpan)]
        {
            var record = Self.record(planned: planned)
            #expect(!record.state(at: now).isOpen)
            #expect(record.accept(Self.event(.pause, after: end), now: now) != .accepted)
            let before = TimeSpan(nanoseconds: end.nanoseconds - 1)
            #expect(record.accept(Self.event(.pause, after: before), now: now) == .accepted)
            #expect(record.session(at: Self.start + .hours(13)).state == .paused)
        }
    }

    @Test("times: five minutes ahead and two years back at most")
    func bounds() {
        let now = Self.start
        let past = now - .seconds(2 * 365 * 86_400)
        let beyond = now - TimeSpan.seconds(733 * 86_400)
        func faults(_ type: FocusEventType, _ at: Timestamp) -> [String] {
            FocusEvent(sessionID: "s", ordinal: 1, type: type, at: at).faults(now: now).map(\.field)
        }
        #expect(faults(.start, now + .minutes(5)) == [] && faults(.start, past) == [])
        #expect(faults(.start, now + .minutes(6)) == ["at"] && faults(.start, beyond) == ["at"])
        #expect(faults(.pause, beyond) == [])
        #expect(
            faults(.start, Timestamp(nanoseconds: .min)) == ["at"]
                && faults(.pause, Timestamp(nanoseconds: .max)) == ["at"])
        let bad = FocusEvent(
            sessionID: "a b", ordinal: 1, type: .start, at: now + .hours(1), planned: .zero, roomID: "a b")
        #expect(bad.faults(now: now).map(\.field) == ["session_id", "room_id", "planned", "at"])
    }

    @Test("a session has a bounded number of events, and can be ended all the same")
    func manyEvents() {
        var record = Self.record()
        for number in 2..<2_000 {
            let type = number.isMultiple(of: 2) ? FocusEventType.pause : .resume
            _ = record.accept(Self.event(type, after: .seconds(Int64(number))), now: Self.start + .hours(1))
        }
        #expect(record.lastOrdinal == 1_000)
        #expect(record.accept(Self.event(.complete, after: .minutes(59)), now: Self.start + .hours(1)) == .accepted)
    }

    @Test(
        "a device that takes over a session from the gateway sees it as the gateway does", arguments: Standing.allCases)
    func adopted(_ standing: Standing) {
        let record = standing.record
        let told = record.session(at: standing.now)
        var adopted = FocusRecord(adopting: told)
        #expect(adopted.session(at: standing.now) == told)
        #expect(adopted.session(at: standing.now + .minutes(3)) == record.session(at: standing.now + .minutes(3)))
        let stretches = adopted.stretches(at: standing.now)
        #expect(stretches.reduce(0) { $0 + ($1.end - $1.start).nanoseconds } == told.elapsed.nanoseconds)
        let verdict = adopted.accept(Self.event(.complete, told.lastOrdinal + 1, after: .hours(2)), now: standing.now)
        #expect((verdict == .accepted) == told.state.isOpen)
    }

    @Test("whatever a gateway tells of a session, a device survives it")
    func absurd() {
        let extremes: [Int64] = [.min, -1, 0, 1, .max]
        for state in FocusState.allCases {
            for (elapsed, start) in extremes.flatMap({ one in extremes.map { (one, $0) } }) {
                for planned in [nil, TimeSpan(nanoseconds: .min), .zero, TimeSpan(nanoseconds: .max)] as [TimeSpan?] {
                    var record = FocusRecord(
                        adopting: FocusSession(
                            sessionID: "s", memberID: "m", state: state, planned: planned,
                            startedAt: Timestamp(nanoseconds: start), elapsed: TimeSpan(nanoseconds: elapsed),
                            lastOrdinal: .max, serverTime: Timestamp(nanoseconds: start / 2)))
                    _ = record.session(at: Self.start)
                    _ = record.stretches(at: Self.start)
                    _ = record.accept(Self.event(.pause), now: Self.start)
                    _ = record.accept(Self.event(.resume, after: .minutes(1)), now: Self.start)
                    _ = record.session(at: Timestamp(nanoseconds: .max))
                }
            }
        }
    }
}
