import Testing
import UsherCore

/// Days, totals and streaks.
@Suite("Focus statistics")
struct FocusStatisticsTests {
    static func zone(_ footer: String) throws -> ZoneRules { try ZoneRules(tzif: ZoneFile(footer: footer).bytes) }

    static func time(_ year: Int64, _ month: Int64, _ day: Int64, _ hour: Int64 = 0, _ minute: Int64 = 0) -> Timestamp {
        Timestamp(nanoseconds: ZoneRulesTests.utc(year, month, day, hour, minute) * 1_000_000_000)
    }

    static func statistics(
        _ stretches: [(Timestamp, Timestamp)], _ zone: ZoneRules = .utc, startsAt: TimeSpan = .zero,
        from: Timestamp = time(2020, 1, 1), to: Timestamp = time(2030, 1, 1)
    ) -> FocusStatistics {
        FocusStatistics(
            of: stretches.map { FocusStretch(start: $0.0, end: $0.1) }, zone: zone, dayStartsAt: startsAt, from: from,
            to: to)
    }

    static func minutes(_ statistics: FocusStatistics) -> [String: Int64] {
        var days: [String: Int64] = [:]
        for day in statistics.days { days[day.date] = day.focused.nanoseconds / 60_000_000_000 }
        return days
    }

    @Test("a session across midnight is split, and its pauses count nowhere")
    func midnight() {
        let night = Self.statistics([
            (Self.time(2026, 5, 1, 23, 30), Self.time(2026, 5, 2, 0, 15)),
            (Self.time(2026, 5, 2, 0, 20), Self.time(2026, 5, 2, 0, 50)),
        ])
        #expect(night.days.map(\.date) == ["2026-05-01", "2026-05-02"])
        #expect(Self.minutes(night) == ["2026-05-01": 30, "2026-05-02": 45] && night.total == .minutes(75))
        let long = Self.statistics([(Self.time(2026, 12, 30, 12), Self.time(2027, 1, 2, 12))])
        #expect(
            Self.minutes(long) == ["2026-12-30": 720, "2026-12-31": 1_440, "2027-01-01": 1_440, "2027-01-02": 720])
    }

    @Test("days that start at four, and in zones of half and quarter hours")
    func startOfDay() throws {
        let stretch = [(Self.time(2026, 5, 2, 2), Self.time(2026, 5, 2, 5))]
        #expect(Self.minutes(Self.statistics(stretch, startsAt: .hours(4))) == ["2026-05-01": 120, "2026-05-02": 60])
        let kolkata = try Self.zone("IST-5:30")
        let evening = [(Self.time(2026, 5, 1, 18), Self.time(2026, 5, 1, 19))]
        #expect(Self.minutes(Self.statistics(evening, kolkata)) == ["2026-05-01": 30, "2026-05-02": 30])
        let kathmandu = try Self.zone("<+0545>-5:45")
        #expect(Self.minutes(Self.statistics(evening, kathmandu)) == ["2026-05-01": 15, "2026-05-02": 45])
        let late = [(Self.time(2026, 5, 1, 22), Self.time(2026, 5, 1, 23))]
        #expect(
            Self.minutes(Self.statistics(late, kolkata, startsAt: .hours(4))) == ["2026-05-01": 30, "2026-05-02": 30])
    }

    @Test("days of daylight saving have 23, 25, 23½ and 24½ hours")
    func daylightSaving() throws {
        let zones =
            [
                ("CET-1CEST,M3.5.0,M10.5.0/3", (2026, 3, 29), 23 * 60, (2026, 10, 25), 25 * 60),
                ("EST5EDT,M3.2.0,M11.1.0", (2026, 3, 8), 23 * 60, (2026, 11, 1), 25 * 60),
                // At midnight: the day begins at 01:00, and has 00:00 twice.
                ("CST5CDT,M3.2.0/0,M11.1.0/1", (2026, 3, 8), 23 * 60, (2026, 11, 1), 25 * 60),
                ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", (2026, 10, 4), 23 * 60 + 30, (2026, 4, 5), 24 * 60 + 30),
            ] as [(String, (Int64, Int64, Int64), Int64, (Int64, Int64, Int64), Int64)]
        for (footer, short, shortMinutes, long, longMinutes) in zones {
            let zone = try Self.zone(footer)
            for (day, expected) in [(short, shortMinutes), (long, longMinutes)] {
                let noon = Self.time(day.0, day.1, day.2, 12)
                let found = Self.minutes(Self.statistics([(noon - .hours(60), noon + .hours(60))], zone))
                let date = CivilDate(year: day.0, month: day.1, day: day.2)
                #expect(found[date.text] == expected, "\(footer)")
                #expect(found[date.previous.text] == 1_440 && found[date.next.text] == 1_440, "\(footer)")
                #expect(found.values.reduce(0, +) == 120 * 60)
            }
        }
    }

    @Test("what lies outside the range is cut off; the range is half open")
    func range() {
        let stretch = [(Self.time(2026, 5, 1, 10), Self.time(2026, 5, 1, 12))]
        let part = Self.statistics(stretch, from: Self.time(2026, 5, 1, 11), to: Self.time(2026, 5, 1, 11, 30))
        #expect(Self.minutes(part) == ["2026-05-01": 30] && part.streakDays == 1)
        for (from, to) in [
            (Self.time(2026, 5, 1, 12), Self.time(2026, 5, 2)), (Self.time(2026, 5, 1), Self.time(2026, 5, 1, 10)),
            (Self.time(2026, 5, 1, 11), Self.time(2026, 5, 1, 11)),
        ] {
            #expect(
                Self.statistics(stretch, from: from, to: to) == FocusStatistics(days: [], streakDays: 0, total: .zero))
        }
        let always = Self.statistics(
            stretch, from: Timestamp(nanoseconds: .min), to: Timestamp(nanoseconds: .max))
        #expect(Self.minutes(always) == ["2026-05-01": 120])
    }

    @Test("the streak ends on the last day before the range's end, or the day before that")
    func streak() throws {
        let days =
            [1, 2, 3, 5, 6, 7].map { day in (Self.time(2026, 5, day, 9), Self.time(2026, 5, day, 10)) }
            as [(Timestamp, Timestamp)]
        func streak(
            _ to: Timestamp, from: Timestamp = Self.time(2026, 1, 1), _ zone: ZoneRules = .utc,
            startsAt: TimeSpan = .zero
        ) -> Int {
            Self.statistics(days, zone, startsAt: startsAt, from: from, to: to).streakDays
        }
        #expect(streak(Self.time(2026, 5, 8)) == 3)
        #expect(streak(Self.time(2026, 5, 9)) == 3)
        #expect(streak(Self.time(2026, 5, 9) + TimeSpan(nanoseconds: 1)) == 0)
        #expect(streak(Self.time(2026, 5, 7)) == 2 && streak(Self.time(2026, 5, 7, 9, 1)) == 3)
        #expect(streak(Self.time(2026, 5, 5)) == 3 && streak(Self.time(2026, 5, 5, 9)) == 0)
        // What the range leaves out is in no streak.
        #expect(streak(Self.time(2026, 5, 8), from: Self.time(2026, 5, 6)) == 2)
        #expect(streak(Self.time(2026, 5, 9, 4), startsAt: .hours(4)) == 3)
        #expect(streak(Self.time(2026, 5, 9, 4) + TimeSpan(nanoseconds: 1), startsAt: .hours(4)) == 0)
        #expect(
            FocusStatistics(
                of: [], zone: .utc, dayStartsAt: .zero, from: Self.time(2026, 1, 1), to: Self.time(2026, 2, 1)
            ).streakDays == 0)
        // A day that a zone skipped interrupts no streak.
        var apia = ZoneFile(footer: "<+14>-14")
        apia.types = [-36_000, 50_400]
        apia.changes = [(ZoneRulesTests.utc(2011, 12, 30, 10), 1)]
        let turn = Self.time(2011, 12, 30, 10)
        let around = Self.statistics(
            [(turn - .hours(2), turn - .hours(1)), (turn + .hours(1), turn + .hours(2))],
            try ZoneRules(tzif: apia.bytes),
            from: turn - .hours(50), to: turn + .hours(5))
        #expect(around.streakDays == 2 && around.days.map(\.date) == ["2011-12-29", "2011-12-31"])
    }
}
