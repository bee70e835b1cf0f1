import Foundation
import Testing
import UsherCore

@testable import UsherCommand

@Suite struct FocusChartTests {
    private static let statistics = FocusStatistics(
        days: [
            FocusDay(date: "2027-01-13", focused: .minutes(100)),
            FocusDay(date: "2027-01-15", focused: .seconds(3_015)),
        ], streakDays: 1, total: .seconds(9_015))

    private func time(_ text: String) throws -> Timestamp { try #require(TimeText.parse(text)) }

    private func days(_ zone: String, _ dayStartsAt: TimeSpan = .zero) throws -> FocusDays {
        FocusDays(zone: try #require(TimeZone(identifier: zone)), dayStartsAt: dayStartsAt)
    }

    private func chart(width: Int, unicode: Bool = true) throws -> [String] {
        let range = try time("2027-01-12T00:00:00+01:00")..<time("2027-01-16T00:00:00+01:00")
        let bars = try days("Europe/Berlin").bars(range, Self.statistics)
        let style = DrawStyle(width: width, height: nil, color: false, unicode: unicode)
        return FocusChart(style: style).lines(bars, title: "focus of alice", Self.statistics)
    }

    @Test("each day has a line, also one without focus; the longest day fills the width")
    func bars() throws {
        #expect(
            try chart(width: 40) == [
                "focus of alice", "",
                "Tue 2027-01-12",
                "Wed 2027-01-13 ████████████████ 1 h 40 min",
                "Thu 2027-01-14",
                "Fri 2027-01-15 ████████ 50 min",
                "",
                "total 2 h 30 min · streak 1 day",
            ])
        #expect(try chart(width: 40, unicode: false)[5] == "Fri 2027-01-15 ######## 50 min")
    }

    @Test("bars fit the terminal", arguments: [20, 30, 60, 80, 200])
    func fits(width: Int) throws {
        #expect(try chart(width: width).dropFirst(2).allSatisfy { DisplayText.width($0) <= max(width, 28) })
    }

    @Test("eighths of a column where the signs exist, and never nothing for something")
    func eighths() {
        #expect(BarText.bar(1, of: 16, 8, isUnicode: true) == "▌")
        #expect(BarText.bar(9, of: 16, 8, isUnicode: true) == "████▌")
        #expect(BarText.bar(1, of: 1e9, 8, isUnicode: true) == "▏")
        #expect(BarText.bar(1, of: 1e9, 8, isUnicode: false) == "#")
        #expect(BarText.bar(0, of: 1, 8, isUnicode: true) == "")
        #expect(BarText.bar(5, of: 0, 8, isUnicode: true) == "")
    }

    @Test("weeks begin on Monday and add up to the days")
    func weeks() throws {
        let range = try time("2027-01-08T00:00:00Z")..<time("2027-01-16T00:00:00Z")
        let weeks = try days("UTC").weeks(range, Self.statistics)
        #expect(weeks.map(\.label) == ["from 2027-01-08", "from 2027-01-11"])
        #expect(weeks.map(\.focused) == [.zero, .seconds(9_015)])
    }

    @Test("a day is as long as the zone's clocks make it, and starts when it is told to")
    func zones() throws {
        let berlin = try days("Europe/Berlin")
        // Summer time begins on 2027-03-28: 23 hours.
        let spring = berlin.day(of: try time("2027-03-28T10:00:00Z"))
        #expect(spring.text == "2027-03-28")
        #expect(berlin.start(of: spring) == (try time("2027-03-27T23:00:00Z")))
        #expect(berlin.start(of: spring, plus: 1) == (try time("2027-03-28T22:00:00Z")))
        let owl = try days("Europe/Berlin", .hours(4))
        #expect(owl.day(of: try time("2027-01-15T02:59:59Z")).text == "2027-01-14")
        #expect(owl.day(of: try time("2027-01-15T03:00:00Z")).text == "2027-01-15")
        #expect(owl.start(of: owl.day(of: try time("2027-01-15T12:00:00Z"))) == (try time("2027-01-15T03:00:00Z")))
    }

    @Test("a session in words says what is planned and when it ends")
    func sessions() throws {
        var session = FocusSession(
            sessionID: "f", memberID: "alice", roomID: "library", state: .focusing, planned: .minutes(25),
            startedAt: try time("2027-01-15T07:50:00Z"), elapsed: .minutes(10), lastOrdinal: 1,
            serverTime: try time("2027-01-15T08:05:00Z"))
        #expect(
            FocusText.line(session)
                == "focusing: 10 min of 25 min, since 2027-01-15T07:50:00Z, until 2027-01-15T08:20:00Z, in library")
        session.state = .completed
        session.planned = nil
        session.roomID = ""
        session.endedAt = session.serverTime
        #expect(
            FocusText.line(session)
                == "completed: 10 min, since 2027-01-15T07:50:00Z, ended 2027-01-15T08:05:00Z")
    }
}
