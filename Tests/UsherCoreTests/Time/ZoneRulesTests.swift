import Testing
import UsherCore

/// Zone files, and when a zone's days begin.
@Suite("Time zones")
struct ZoneRulesTests {
    /// Seconds since 1970.
    static func utc(_ year: Int64, _ month: Int64, _ day: Int64, _ hour: Int64 = 0, _ minute: Int64 = 0) -> Int64 {
        CivilDate(year: year, month: month, day: day).seconds + hour * 3_600 + minute * 60
    }

    @Test("civil dates are those of the calendar, leap years and times before 1970 included")
    func civil() {
        #expect(CivilDate(days: 0).text == "1970-01-01" && CivilDate(days: 0).weekday == 4)
        #expect(CivilDate(days: -1).text == "1969-12-31" && CivilDate(seconds: -1).days == -1)
        #expect(CivilDate(year: 2000, month: 2, day: 29).next.text == "2000-03-01")
        #expect(CivilDate(year: 2100, month: 2, day: 28).next.text == "2100-03-01")
        #expect(CivilDate(year: 2026, month: 11, day: 30).weekday == 1)
        for days in stride(from: Int64(-110_000), through: 110_000, by: 37) {
            let (year, month, day) = CivilDate(days: days).parts
            #expect(CivilDate(year: year, month: month, day: day).days == days)
        }
    }

    @Test("a footer's rule holds for ever, in both hemispheres and with every kind of day and hour")
    func footers() throws {
        let berlin = try ZoneRules(tzif: ZoneFile(footer: "CET-1CEST,M3.5.0,M10.5.0/3").bytes)
        #expect(berlin.offset(atSecond: Self.utc(2026, 3, 29, 0, 59)) == 3_600)
        #expect(berlin.offset(atSecond: Self.utc(2026, 3, 29, 1)) == 7_200)
        #expect(berlin.offset(atSecond: Self.utc(2200, 10, 26, 0, 59)) == 7_200)
        #expect(berlin.offset(atSecond: Self.utc(2200, 10, 26, 1)) == 3_600)
        let auckland = try ZoneRules(tzif: ZoneFile(footer: "NZST-12NZDT,M9.5.0,M4.1.0/3").bytes)
        #expect(auckland.offset(atSecond: Self.utc(2026, 1, 1)) == 13 * 3_600)
        #expect(auckland.offset(atSecond: Self.utc(2026, 7, 1)) == 12 * 3_600)
        let lordHowe = try ZoneRules(tzif: ZoneFile(footer: "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0").bytes)
        #expect(lordHowe.offset(atSecond: Self.utc(2026, 1, 1)) == 39_600)
        #expect(lordHowe.offset(atSecond: Self.utc(2026, 7, 1)) == 37_800)
        // Hours before midnight and beyond the day, as in Nuuk and Gaza.
        let nuuk = try ZoneRules(tzif: ZoneFile(footer: "<-02>2<-01>,M3.5.0/-1,M10.5.0/0").bytes)
        #expect(nuuk.offset(atSecond: Self.utc(2026, 3, 29, 0, 59)) == -7_200)
        #expect(nuuk.offset(atSecond: Self.utc(2026, 3, 29, 1)) == -3_600)
        let gaza = try ZoneRules(tzif: ZoneFile(footer: "EET-2EEST,M3.4.4/50,M10.4.4/50").bytes)
        #expect(gaza.offset(atSecond: Self.utc(2090, 3, 24, 23, 59)) == 7_200)
        #expect(gaza.offset(atSecond: Self.utc(2090, 3, 25)) == 10_800)
        let allYear = try ZoneRules(tzif: ZoneFile(footer: "XST3EDT4,0/0,J365/23").bytes)
        for day in stride(from: Int64(0), to: 800, by: 5) {
            #expect(allYear.offset(atSecond: Self.utc(2026, 1, 1) + day * 86_400) == -4 * 3_600)
        }
        let julian = try ZoneRules(tzif: ZoneFile(footer: "AAA0BBB,J60/0,299/0").bytes)
        for (year, end) in [(2027, Self.utc(2027, 10, 27)), (2028, Self.utc(2028, 10, 26))] as [(Int64, Int64)] {
            #expect(julian.offset(atSecond: Self.utc(year, 3, 1) - 1) == 0)
            #expect(julian.offset(atSecond: Self.utc(year, 3, 1)) == 3_600)
            #expect(julian.offset(atSecond: end - 3_601) == 3_600 && julian.offset(atSecond: end - 3_600) == 0)
        }
    }

    @Test(
        "changes hold from their second on; before the first the first type, behind the last the footer or the last type"
    )
    func changes() throws {
        var file = ZoneFile(footer: "")
        file.changes = [(-1_000, 1), (1_000, 2)]
        file.types = [-1_000, 3_600, 7_200]
        for zone in [try ZoneRules(tzif: file.bytes), try ZoneRules(tzif: file.version1)] {
            #expect(zone.offset(atSecond: -1_001) == -1_000 && zone.offset(atSecond: .min / 2) == -1_000)
            #expect(zone.offset(atSecond: -1_000) == 3_600 && zone.offset(atSecond: 999) == 3_600)
            #expect(zone.offset(atSecond: 1_000) == 7_200 && zone.offset(atSecond: .max / 2) == 7_200)
        }
        file.footer = "JST-9"
        let zone = try ZoneRules(tzif: file.bytes)
        #expect(zone.offset(atSecond: 1_000) == 9 * 3_600)
    }

    @Test("a skipped time is as much later as the clock skips, and of a repeated one it is the first")
    func wallClock() throws {
        let berlin = try ZoneRules(tzif: ZoneFile(footer: "CET-1CEST,M3.5.0,M10.5.0/3").bytes)
        #expect(berlin.seconds(ofWall: Self.utc(2026, 3, 29, 1, 59)) == Self.utc(2026, 3, 29, 0, 59))
        #expect(berlin.seconds(ofWall: Self.utc(2026, 3, 29, 2, 30)) == Self.utc(2026, 3, 29, 1, 30))
        #expect(berlin.seconds(ofWall: Self.utc(2026, 3, 29, 3)) == Self.utc(2026, 3, 29, 1))
        #expect(berlin.seconds(ofWall: Self.utc(2026, 10, 25, 2, 30)) == Self.utc(2026, 10, 25, 0, 30))
        #expect(berlin.seconds(ofWall: Self.utc(2026, 10, 25, 3)) == Self.utc(2026, 10, 25, 2))
        // The day that Samoa left out.
        var apia = ZoneFile(footer: "<+14>-14")
        apia.types = [-36_000, 50_400]
        apia.changes = [(Self.utc(2011, 12, 30, 10), 1)]
        let zone = try ZoneRules(tzif: apia.bytes)
        let (before, skipped, after) = (
            CivilDate(year: 2011, month: 12, day: 29), CivilDate(year: 2011, month: 12, day: 30),
            CivilDate(year: 2011, month: 12, day: 31)
        )
        for startsAt in [TimeSpan.zero, .hours(4)] {
            #expect(zone.start(of: skipped, startsAt: startsAt) == zone.start(of: after, startsAt: startsAt))
            let midnight = zone.start(of: after, startsAt: startsAt)
            #expect(zone.day(of: midnight, startsAt: startsAt) == after)
            #expect(zone.day(of: midnight - TimeSpan(nanoseconds: 1), startsAt: startsAt) == before)
        }
    }

    @Test("each moment is in exactly one day, also at the ends of what a timestamp can tell")
    func days() throws {
        var generator = SeededGenerator(seed: 5)
        for footer in [
            "CET-1CEST,M3.5.0,M10.5.0/3", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "EET-2EEST,M4.5.5/0,M10.5.4/24",
            "UTC0",
        ] {
            let zone = try ZoneRules(tzif: ZoneFile(footer: footer).bytes)
            for startsAt in [TimeSpan.zero, .hours(4), .minutes(150), .seconds(86_399)] {
                for _ in 0..<200 {
                    let time = Timestamp(
                        nanoseconds: .random(in: -9_000_000_000...9_000_000_000, using: &generator) * 1_000_000_000)
                    let day = zone.day(of: time, startsAt: startsAt)
                    #expect(zone.start(of: day, startsAt: startsAt) <= time)
                    #expect(time < zone.start(of: day.next, startsAt: startsAt))
                }
                for extreme in [Int64.min, .min + 1, .max - 1, .max] {
                    _ = zone.day(of: Timestamp(nanoseconds: extreme), startsAt: startsAt)
                }
            }
        }
    }

    @Test("names stay within the database's directory")
    func names() {
        for name in ["Europe/Berlin", "UTC", "Etc/GMT+12", "America/Argentina/Buenos_Aires", "GB-Eire", "W-SU"] {
            #expect(ZoneRules.isName(name), "\(name)")
        }
        let bad = [
            "", "/etc/passwd", "../etc/passwd", "Europe/../../etc/passwd", "Europe//Berlin", "Europe/",
            "Europe/Berlin\0",
            ".", "Europe/.", "tzdata.zi", "right/Europe/Berlin", "localtime", "Österreich", "Europe\\Berlin",
            String(repeating: "A", count: 65),
        ]
        for name in bad { #expect(!ZoneRules.isName(name), "\(name)") }
    }

    @Test("bytes that are no zone are refused, and none of them stops the process")
    func hostile() throws {
        var file = ZoneFile(footer: "CET-1CEST,M3.5.0,M10.5.0/3")
        file.changes = [(0, 1), (50, 0), (90, 1)]
        file.types = [3_600, 7_200]
        let good = file.bytes
        for count in 0..<good.count {
            #expect(throws: ZoneError.self) { try ZoneRules(tzif: Array(good.prefix(count))) }
        }
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<20_000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            // Right or not, it is an answer, and rules of any kind are of use.
            guard let zone = try? ZoneRules(tzif: bytes) else { continue }
            _ = zone.seconds(ofWall: .random(in: -9_000_000_000...9_000_000_000, using: &generator))
            _ = zone.day(of: Timestamp(nanoseconds: .random(in: .min ... .max, using: &generator)), startsAt: .hours(4))
        }
        #expect(throws: ZoneError.self) { try ZoneRules(tzif: [UInt8](repeating: 0, count: 100_000)) }
        var leaping = file
        leaping.leaps = 1
        #expect(throws: ZoneError.self) { try ZoneRules(tzif: leaping.bytes) }
        let footers = [
            "C-1", "CET", "CET-1CEST", "CET-1CEST,M13.1.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.0",
            "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J9", "CET-1CEST,366,9", "CET-25", "CET-1:60", "<CET-1", "CET-1 ",
            "CET-1CEST,M3.5.0/168,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0,", "CET-99999999999999999999",
        ]
        for footer in footers {
            #expect(throws: ZoneError.self, "\(footer)") { try ZoneRules(tzif: ZoneFile(footer: footer).bytes) }
        }
        for (changes, types) in [
            ([(5, 0), (5, 0)], [0]), ([(5, 0), (4, 0)], [0]), ([(5, 1)], [0]), ([], [93_601]), ([], []),
        ]
            as [([(Int64, UInt8)], [Int32])]
        {
            var file = ZoneFile(footer: "UTC0")
            file.changes = changes
            file.types = types
            #expect(throws: ZoneError.self, "\(changes) \(types)") { try ZoneRules(tzif: file.bytes) }
        }
    }
}
