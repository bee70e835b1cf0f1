import Testing
import UsherCore

@Suite struct HallFaultsTests {
    static func fields(_ change: (inout Hall) -> Void) -> [String] {
        var hall = Stage.hall()
        change(&hall)
        return hall.faults().map(\.field)
    }

    @Test("a good hall has no faults, and rows without seats are legal")
    func good() {
        #expect(Self.fields { _ in } == [])
        #expect(Self.fields { $0.rowCount = 4_096 } == [])
        #expect(Hall(hallID: "empty", rowCount: 0, columnCount: 0).faults().isEmpty)
        #expect(
            Self.fields {
                $0.seats[0].partner = "D6"
                $0.seats[23].partner = "A1"
            } == [], "partners need not be neighbours")
    }

    @Test("each fault is told by its path")
    func each() {
        #expect(Self.fields { $0.hallID = "a b" } == ["hall.hall_id"])
        #expect(Self.fields { $0.hallID = String(repeating: "x", count: 65) } == ["hall.hall_id"])
        #expect(Self.fields { $0.seats[7].code = "" } == ["hall.seats[7].code"])
        #expect(Self.fields { $0.seats[7].code = "a\u{85}" } == ["hall.seats[7].code"])
        #expect(Self.fields { $0.seats[7].code = String(repeating: "ü", count: 64) } == [])
        #expect(Self.fields { $0.seats[7].code = String(repeating: "ü", count: 65) } == ["hall.seats[7].code"])
        #expect(Self.fields { $0.seats[7].code = "A1" } == ["hall.seats[7].code"])
        #expect(Self.fields { $0.seats[7].column = 0 } == ["hall.seats[7]"])
        #expect(Self.fields { $0.seats[7].column = 6 } == ["hall.seats[7].column"])
        #expect(Self.fields { $0.seats[7].row = -1 } == ["hall.seats[7].row"])
        #expect(Self.fields { $0.seats[7].zoneID = "none" } == ["hall.seats[7].zone_id"])
        #expect(Self.fields { $0.seats[7].x = .nan } == ["hall.seats[7].x"])
        #expect(Self.fields { $0.seats[7].y = .infinity } == ["hall.seats[7].y"])
        #expect(Self.fields { $0.seats[7].partner = "B2" } == ["hall.seats[7].partner"], "itself")
        #expect(Self.fields { $0.seats[7].partner = "Q" } == ["hall.seats[7].partner"], "missing")
        #expect(Self.fields { $0.seats[7].partner = "B1" } == ["hall.seats[7].partner"], "not pointing back")
        #expect(
            Self.fields {
                $0.zones.append(Zone(zoneID: "front", color: "red"))
                $0.zones.append(Zone(zoneID: "", color: "#00ffAA"))
            } == ["hall.zones[2].zone_id", "hall.zones[2].color", "hall.zones[3].zone_id"])
        #expect(
            Self.fields { $0.rows = [Row(index: 0, label: "A"), Row(index: 0, label: "B"), Row(index: 4, label: "")] }
                == ["hall.rows[1].index", "hall.rows[2].index"])
        #expect(
            Self.fields { $0.rows = [Row(index: 0, label: "A\n", offset: .nan)] }
                == ["hall.rows[0].label", "hall.rows[0].offset"])
        #expect(
            Self.fields {
                $0.areas = [
                    Area(areaID: "w", firstRow: 0, rowCount: 4, firstColumn: 0, columnCount: 6),
                    Area(areaID: "w", firstRow: 4, rowCount: 1, firstColumn: 5, columnCount: 2),
                    Area(areaID: "x", firstRow: -1, rowCount: 1, firstColumn: 5, columnCount: .max),
                ]
            } == [
                "hall.areas[1].area_id", "hall.areas[1].first_row", "hall.areas[1].column_count",
                "hall.areas[2].first_row", "hall.areas[2].column_count",
            ])
        #expect(Self.fields { $0.focalPoint = FocalPoint(row: .nan, column: 1) } == ["hall.focal_point.row"])
        #expect(Self.fields { $0.rowCount = 4_097 } == ["hall.row_count"])
        #expect(Self.fields { $0.columnCount = 4_097 } == ["hall.column_count"])
    }

    @Test("all faults come at once, with the seat's code in the description")
    func together() {
        var hall = Stage.hall()
        hall.hallID = ""
        hall.seats[3].zoneID = "none"
        hall.seats[9].partner = "Q"
        let faults = hall.faults()
        #expect(faults.map(\.field) == ["hall.hall_id", "hall.seats[3].zone_id", "hall.seats[9].partner"])
        #expect(faults[1].description.contains("A4"))
        #expect(faults[2].description.contains("B4") && faults[2].description.contains("Q"))
    }

    @Test("a very bad hall is told with a thousand faults, the last of which counts the rest")
    func many() {
        let seats = (0..<3_000).map { Seat(code: "S\($0)", row: 5, column: 0, zoneID: "z") }
        let faults = Hall(hallID: "H", rowCount: 1, columnCount: 1, seats: seats).faults()
        #expect(faults.count == 1_000)
        #expect(faults.last?.description.contains("\(6_000 - 999) more") == true)
    }

    @Test("more seats than the limit are one fault")
    func limit() {
        let seat = Seat(code: "A", row: 0, column: 0)
        let hall = Hall(
            hallID: "H", rowCount: 1, columnCount: 1, seats: [Seat](repeating: seat, count: 200_001))
        #expect(hall.faults().map(\.field) == ["hall.seats"])
    }

    @Test("halls are the same whatever their revisions")
    func sameContent() {
        let hall = Stage.hall()
        var other = hall
        other.revision = 9
        #expect(hall.sameContent(as: other))
        other.seats[0].kind = .couple
        #expect(!hall.sameContent(as: other))
    }
}
