import Testing
import UsherCore

@testable import UsherCommand

@Suite struct HallDiffTests {
    private let before = SampleHall.make()

    private func lines(_ change: (inout Hall) -> Void) -> [String] {
        var after = before
        change(&after)
        return HallDiffText(HallDiff(before, after), listed: 20).lines()
    }

    private func index(_ code: String) -> Int { before.seats.firstIndex { $0.code == code } ?? 0 }

    @Test("the same hall has no difference, whatever its revision")
    func same() {
        #expect(lines { $0.revision = 7 }.isEmpty)
    }

    @Test("seats that come and go are told by row")
    func seats() {
        let told = lines { hall in
            hall.seats.remove(at: index("B-1"))
            hall.seats.append(Seat(code: "A-13", row: 0, column: 19, number: "13", zoneID: "parquet"))
            hall.seats.append(Seat(code: "X-1", row: 10, column: 3, number: "1"))
        }
        #expect(
            told == [
                "2 seats added:", "  row A: A-13", "  row 11 from the front: X-1", "1 seat removed:", "  row B: B-1",
            ])
    }

    @Test("a seat under another code in the same cell is told as what it is: a new one")
    func renamed() {
        let told = lines { $0.seats[index("F-3")].code = "F-3a" }
        #expect(
            told == [
                "1 seat added:", "  row F: F-3a", "1 seat removed:", "  row F: F-3",
                "1 seat added in the place of a removed one, a new code is a new seat: F-3 → F-3a",
            ])
    }

    @Test("moves, zones, kinds, pairs and numbers are told in words")
    func changes() {
        let told = lines { hall in
            hall.seats[index("A-1")].column -= 2
            hall.seats[index("A-2")].column -= 2
            hall.seats[index("B-1")].row += 1
            hall.seats[index("C-1")].zoneID = "stalls"
            hall.seats[index("D-1")].kind = .wheelchair
            hall.seats[index("K-1")].partner = ""
            hall.seats[index("K-2")].partner = ""
            hall.seats[index("E-1")].partner = "E-2"
            hall.seats[index("E-2")].partner = "E-1"
            hall.seats[index("F-1")].number = "99"
            hall.seats[index("G-1")].x = 3
        }
        #expect(
            told == [
                "2 seats moved 2 columns to the left: A-1 A-2", "1 seat moved 1 row to the back: B-1",
                "1 seat changed from zone Parquet to Stalls: C-1", "1 seat changed from standard to wheelchair: D-1",
                "no pair any more: K-1 with K-2", "a pair now: E-1 with E-2", "1 seat printed otherwise: F-1 1 → 99",
                "1 seat drawn at another place (x, y): G-1",
            ])
    }

    @Test("the frame, rows, zones and areas are told; long lists are cut, and a new order is no other seat")
    func frame() {
        let told = lines { hall in
            hall.name = "Lyric"
            hall.rowCount += 1
            hall.rows[0].label = "AAA"
            hall.rows[1].offset = 0
            hall.zones[0].color = "#000000"
            hall.zones.append(Zone(zoneID: "loge"))
            hall.areas.removeLast()
            hall.seats.reverse()
        }
        #expect(
            told
                == [
                    "the hall's name: Lyric Theatre → Lyric", "physical rows: 14 → 15",
                    "the seats are listed in another order: their indexes differ",
                    "row 1 from the front: label A → AAA",
                    "row 2 from the front: shift 0.5 → 0.0 seat widths", "new zone loge",
                    "zone parquet: color #B71C1C → #000000", "area balcony is gone",
                ].sorted { told.firstIndex(of: $0) ?? -1 < told.firstIndex(of: $1) ?? -1 })
        #expect(told.count == 8)
        let moved = lines { hall in
            for index in hall.seats.indices { hall.seats[index].column += 1 }
            hall.columnCount += 1
        }
        #expect(moved.count == 2)
        #expect(moved.last?.hasPrefix("221 seats moved 1 column to the right: A-1 A-2") == true)
        #expect(moved.last?.hasSuffix(" and 201 more") == true)
    }

    @Test("as JSON a change has subject, id, field, from and to; a whole seat has one side alone")
    func json() throws {
        var after = before
        after.revision = 2
        after.seats.removeLast()
        after.seats[0].zoneID = ""
        let report = HallDiffReport(
            HallDiff(before, after), losses: [HallLoss(showID: "s", seat: "CC-18", state: .sold)])
        #expect(
            try report.line() == """
                {"changes":[{"field":"","from":"CC-18","id":"CC-18","subject":"seat"},{"field":"zone","from":"parquet",\
                "id":"A-1","subject":"seat","to":""}],"from":{"hallId":"lyric","revision":0,"seatCount":221},\
                "losses":[{"seat":"CC-18","showId":"s","state":"SEAT_STATE_SOLD"}],"to":{"hallId":"lyric","revision":2,\
                "seatCount":220}}
                """)
    }

    @Test("a hall is named with its revision, a file by its path or ending")
    func sources() throws {
        #expect(try HallSource("lyric") == .stored(hallID: "lyric", revision: 0))
        #expect(try HallSource("lyric@2") == .stored(hallID: "lyric", revision: 2))
        #expect(try HallSource("./lyric") == .file("./lyric"))
        #expect(try HallSource("Lyric.JSON") == .file("Lyric.JSON"))
        #expect(try HallSource("lyric.v2") == .stored(hallID: "lyric.v2", revision: 0))
        for wrong in ["lyric@", "lyric@x", "lyric@0", "@1"] {
            #expect(throws: UsageError.self) { try HallSource(wrong) }
        }
    }
}
