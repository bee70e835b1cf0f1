import Testing
import UsherCore

@testable import UsherCommand

@Suite struct RoomDrawingTests {
    private static let now = Timestamp(nanoseconds: 1_800_000_000_000_000_000)

    /// Two areas of a row each, and a row in none.
    private static let hall: Hall = {
        var hall = Hall(hallID: "lib", rowCount: 3, columnCount: 3)
        for (row, letter) in ["W", "Q", "X"].enumerated() {
            for column in 0..<3 {
                hall.seats.append(Seat(code: "\(letter)-\(column + 1)", row: row, column: column))
            }
        }
        hall.areas = [
            Area(areaID: "window", name: "Window", firstRow: 0, rowCount: 1, firstColumn: 0, columnCount: 3),
            Area(areaID: "quiet", firstRow: 1, rowCount: 1, firstColumn: 0, columnCount: 3),
        ]
        return hall
    }()

    private static let members = [
        RoomMember(
            memberID: "alice", seat: "W-2", status: .focusing, focusStartedAt: now - .seconds(12 * 60 + 59),
            planned: .minutes(25), nickname: "Älice", joinedAt: now),
        RoomMember(memberID: "bob", seat: "Q-1", status: .resting, joinedAt: now),
        RoomMember(memberID: "cleo", status: .idle, joinedAt: now),
        RoomMember(memberID: "dan", seat: "Q-3", status: .away, focusStartedAt: now - .minutes(3), joinedAt: now),
    ]

    private func draw(
        _ members: [RoomMember] = members, hall: Hall? = hall, width: Int = 80, height: Int? = nil,
        color: Bool = false, unicode: Bool = true
    ) -> [String] {
        let style = DrawStyle(width: width, height: height, color: color, unicode: unicode)
        let status = MapStatus(title: "library, lib", position: Position(epoch: "e", seq: 7))
        return RoomDrawing(hall: hall, style: style).lines(members, status, now: Self.now)
    }

    @Test("seats stand in their areas, with names, signs and minutes; those who stand come last")
    func whole() {
        #expect(
            draw() == [
                "library, lib", "",
                "Window 1 of 3, 1 focusing",
                "W-1 ○                  W-2 ◉ Älice 12/25 min  W-3 ○",
                "",
                "quiet 2 of 3",
                "Q-1 ◐ bob        Q-2 ○            Q-3 ◌ dan 3 min",
                "",
                "elsewhere 0 of 3",
                "X-1 ○           X-2 ○           X-3 ○",
                "",
                "standing 1",
                "● cleo",
                "",
                "◉ focusing 1 · ◐ resting 1 · ● idle 1 · ◌ away 1 · ○ free 6 · 4 members",
                "epoch e, seq 7",
            ])
    }

    @Test("seats stand below each other as in the hall, gaps included, as long as there is room for them")
    func grid() {
        var hall = Hall(hallID: "lib", rowCount: 2, columnCount: 4)
        for (row, columns) in [[0, 1, 3], [1, 3]].enumerated() {
            for column in columns { hall.seats.append(Seat(code: "\(row)\(column)", row: row, column: column)) }
        }
        let member = RoomMember(memberID: "m", seat: "11", nickname: "Wilhelmina", joinedAt: Self.now)
        #expect(
            draw([member], hall: hall)[2...3] == [
                "00 ○             01 ○                              03 ○",
                "                 11 ● Wilhelmina                   13 ○",
            ])
        #expect(
            draw([member], hall: hall, width: 50)[2...3] == [
                "00 ○         01 ○                      03 ○",
                "             11 ● Wilhel               13 ○",
            ])
        #expect(draw([member], hall: hall, width: 30)[2...4] == ["00 ○", "01 ○", "03 ○"])
    }

    @Test("without Unicode and in a narrow terminal each seat has a line of its own that fits", arguments: [20, 24])
    func narrow(width: Int) {
        let lines = draw(width: width, unicode: false)
        #expect(lines.allSatisfy { DisplayText.width($0) <= width }, "\(lines)")
        #expect(lines.allSatisfy { $0.unicodeScalars.allSatisfy { $0.isASCII || $0 == "Ä" } })
        #expect(lines.contains { $0.hasPrefix("W-2 * Älice") })
    }

    @Test("where not all fits, free seats are left out first, then members, and a line says so")
    func low() {
        let lines = draw(height: 12)
        #expect(lines.count <= 12 && lines.contains("Window 1 of 3, 1 focusing"))
        #expect(!lines.contains { $0.contains("W-1 ○") } && lines.contains { $0.contains("W-2 ◉") })
        let lower = draw(height: 8)
        #expect(lower.count <= 8 && lower.contains { $0.contains("more lines") }, "\(lower)")
        #expect(lower.last == "epoch e, seq 7")
    }

    @Test("a hall without areas has no headings, and an unknown hall shows the members alone")
    func plain() {
        var hall = Self.hall
        hall.areas = []
        #expect(draw(hall: hall)[2].hasPrefix("W-1 ○"))
        let unknown = draw(hall: nil)
        #expect(unknown[2].contains("W-2 ◉ Älice") && unknown[2].contains("● cleo"), "\(unknown)")
    }

    @Test("no name can move the cursor or change colours, and a long one is cut")
    func hostile() {
        let bad = RoomMember(
            memberID: "m", seat: "W-1", nickname: "\u{1B}[2Jx\n" + String(repeating: "y", count: 90), joinedAt: Self.now
        )
        let text = draw([bad]).joined(separator: "|")
        #expect(!text.contains("\u{1B}") && !text.contains("\n"))
        #expect(text.contains("�[2Jx�yyyy") && !text.contains(String(repeating: "y", count: 30)))
    }

    @Test("colours come in pairs and do not count as columns")
    func colors() {
        let plain = draw()
        let colored = draw(color: true)
        #expect(colored.map { DisplayText.width($0) } == plain.map { DisplayText.width($0) })
        for line in colored {
            // Each colour ends before the next begins.
            let parts = line.split(separator: "\u{1B}[").dropFirst(line.hasPrefix("\u{1B}") ? 0 : 1)
            #expect(parts.enumerated().allSatisfy { $1.hasPrefix("0m") == !$0.isMultiple(of: 2) }, "\(line)")
        }
        #expect(colored.joined().contains("\u{1B}[1;32m"))
    }

    @Test("minutes are those that are over, never more than planned and never below 0")
    func minutes() {
        func minutes(_ seconds: Int64, planned: TimeSpan?) -> String {
            MemberText.minutes(
                RoomMember(
                    memberID: "m", status: .focusing, focusStartedAt: Self.now - .seconds(seconds), planned: planned,
                    joinedAt: Self.now), now: Self.now)
        }
        #expect(minutes(59, planned: nil) == "0 min")
        #expect(minutes(60, planned: nil) == "1 min")
        #expect(minutes(-5, planned: nil) == "0 min")
        #expect(minutes(1_499, planned: .minutes(25)) == "24/25 min")
        #expect(minutes(9_999, planned: .minutes(25)) == "25/25 min")
        #expect(MemberText.minutes(Self.members[1], now: Self.now) == "")
    }

    @Test("numbers are drawn with a bar an area that fits the width", arguments: [20, 40, 80, 200])
    func counts(width: Int) {
        let counts = RoomCounts(
            seq: 9, whole: MemberCounts(present: 1_200, focusing: 800, away: 7),
            areas: [
                AreaCounts(areaID: "window", counts: MemberCounts(present: 120, focusing: 80)),
                AreaCounts(areaID: "quiet", counts: MemberCounts(present: 60, resting: 60)),
                AreaCounts(areaID: "none", counts: MemberCounts()),
            ])
        let style = DrawStyle(width: width, height: nil, color: false, unicode: true)
        let lines = RoomCountsDrawing(style: style).lines(counts, MapStatus(title: "library"))
        #expect(lines.allSatisfy { DisplayText.width($0) <= max(width, 12) }, "\(lines)")
        if width == 80 {
            #expect(lines[2] == "1200 here · 800 focusing · 7 away")
            #expect(lines[4].hasPrefix("window ██████") && lines[4].hasSuffix("█ 120 here, 80 focusing"))
            let bars = lines[4...5].map { line in line.count { $0 == "█" } }
            #expect(abs(bars[0] - 2 * bars[1]) <= 2, "\(lines)")
            #expect(lines[6] == "none   0 here")
        }
    }
}
