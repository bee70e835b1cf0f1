import Foundation
import Testing
import UsherCore

@testable import UsherCommand

@Suite struct PretixImporterTests {
    /// A row of seats from a point on in steps, as the editor writes it.
    private func row(_ label: String, _ x: Double, _ y: Double, step: (Double, Double), count: Int) -> [String: Any] {
        let seats = (0..<count).map { number -> [String: Any] in
            [
                "seat_number": "\(number + 1)", "seat_guid": "Floor-\(label)-\(number + 1)", "category": "Red",
                "uuid": UUID().uuidString,
                "position": ["x": step.0 * Double(number) + 1e-13, "y": step.1 * Double(number)],
            ]
        }
        return ["row_number": label, "position": ["x": x, "y": y], "row_number_position": "start", "seats": seats]
    }

    private func plan(_ zones: [(name: String, rows: [[String: Any]])]) throws -> Data {
        try JSONSerialization.data(
            withJSONObject: [
                "name": "Arena", "size": ["width": 1_000, "height": 1_000],
                "categories": [["name": "Red", "color": "#F00"], ["name": "Unused", "color": "#0F0"]],
                "zones": zones.map { zone in
                    [
                        "name": zone.name, "zone_id": zone.name, "position": ["x": 10.5, "y": 0], "rows": zone.rows,
                        "areas": [],
                    ]
                        as [String: Any]
                },
            ] as [String: Any])
    }

    private func read(_ data: Data) throws -> ImportedHall { try Importer.read(data, ImportOptions()) }

    /// Seats of each physical row by column, as text: `1 2 . 3`.
    private func picture(_ hall: Hall) -> [String] {
        (0..<hall.rowCount).map { row in
            var cells = Array(repeating: ".", count: hall.columnCount)
            for seat in hall.seats where seat.row == row { cells[seat.column] = String(seat.number.last ?? "?") }
            return cells.joined()
        }
    }

    @Test("blocks side by side share physical rows with a gap, whichever way their numbers run")
    func sideBySide() throws {
        let rows = [
            row("A", 0, 0, step: (25, 0), count: 3), row("B", 0, 25, step: (25, 0), count: 3),
            row("A", 200, 2, step: (-25, 0), count: 3), row("B", 200, 27, step: (-25, 0), count: 3),
        ]
        let imported = try read(plan([("Floor", rows)]))
        #expect(picture(imported.hall) == ["123...321", "123...321"])
        #expect(imported.hall.rows.map(\.label) == ["A", "B"])
        #expect(imported.report.duplicates.count == 6)
        #expect(imported.hall.seats.prefix(2).map(\.code) == ["Floor-A-1-1", "Floor-A-2-1"])
        #expect(Set(imported.hall.seats.map(\.code)).count == 12)
        #expect(imported.hall.faults().isEmpty)
        #expect(imported.hall.zones.map(\.name) == ["Red"])
        #expect(imported.report.notes.contains { $0.contains("Unused") })
    }

    @Test("turned blocks are straightened: each row lies in one physical row with its neighbours")
    func turned() throws {
        let steps: [(Double, Double)] = [(0, 25), (17.68, 17.68), (-0.13, 25), (12.5, -21.65)]
        for (x, y) in steps {
            let rows = (0..<3).map { index in
                // Rows follow at a right angle to their direction.
                row("\(index)", -y * Double(index), x * Double(index), step: (x, y), count: 4)
            }
            let hall = try read(plan([("Side", rows)])).hall
            #expect((hall.rowCount, hall.columnCount) == (3, 4), "\(x), \(y)")
            for label in 0..<3 {
                let seats = hall.seats[label * 4..<label * 4 + 4]
                #expect(Set(seats.map(\.row)).count == 1)
                let columns = seats.map(\.column)
                #expect(columns == [0, 1, 2, 3] || columns == [3, 2, 1, 0])
            }
            #expect(hall.faults().isEmpty)
        }
    }

    @Test("sections upon each other are stacked, and the plan's places are kept apart too")
    func stacked() throws {
        let floor = [row("A", 0, 0, step: (25, 0), count: 3), row("B", 0, 25, step: (25, 0), count: 3)]
        let balcony = [row("A", 1, 1, step: (25, 0), count: 3)]
        let imported = try read(plan([("Floor", floor), ("Balcony", balcony)]))
        let hall = imported.hall
        #expect(picture(hall) == ["123", "123", "...", "...", "123"])
        #expect(hall.areas.map(\.name) == ["Floor", "Balcony"])
        #expect(hall.areas.map(\.firstRow) == [0, 4])
        #expect(imported.report.notes.contains { $0.contains("Balcony lies upon another section") })
        let places = Set(hall.seats.map { "\($0.x ?? -1) \(($0.y ?? -1).rounded())" })
        #expect(places.count == hall.seats.count)
    }

    @Test("a gap inside a row stays a gap")
    func gap() throws {
        var first = row("A", 0, 0, step: (25, 0), count: 4)
        var seats = first["seats"] as? [[String: Any]] ?? []
        seats.remove(at: 2)
        first["seats"] = seats
        let hall = try read(plan([("Floor", [first, row("B", 0, 25, step: (25, 0), count: 4)])])).hall
        #expect(picture(hall) == ["12.4", "1234"])
    }

    @Test("rows staggered by half a seat get an offset")
    func staggered() throws {
        let rows = (0..<4).map { index in
            row("\(index)", index % 2 == 0 ? 0 : 12.5, Double(index) * 25, step: (25, 0), count: 3)
        }
        let hall = try read(plan([("Floor", rows)])).hall
        #expect(hall.columnCount == 3)
        #expect(hall.rows.map(\.offset) == [0, 0.5, 0, 0.5])
    }

    @Test("blocks that meet after straightening do not share a cell")
    func crowded() throws {
        var rows: [[String: Any]] = []
        for block in 0..<4 {
            for index in 0..<3 {
                rows.append(
                    row(
                        "\(block)\(index)", 40 * Double(block), 25 * Double(index) + 10 * Double(block), step: (24, 7),
                        count: 5))
            }
        }
        let hall = try read(plan([("Crowd", rows)])).hall
        #expect(hall.seats.count == 60)
        #expect(Set(hall.seats.map { "\($0.row) \($0.column)" }).count == 60)
        #expect(hall.faults().isEmpty)
    }

    @Test("every seat of an imported plan is hit where the map shows it")
    func places() throws {
        let rows = (0..<6).flatMap { number in
            [
                row("\(number)", Double(number) * 3, Double(number) * 25, step: (25, 0), count: 9),
                row("\(number)", 330 - Double(number) * 15, Double(number) * 20, step: (20, 15), count: 7),
            ]
        }
        let hall = try read(plan([("Floor", rows), ("Balcony", [row("A", 0, 600, step: (25, 0), count: 12)])])).hall
        let geometry = HallGeometry(hall)
        #expect(hall.seats.count == 6 * 16 + 12)
        for seat in hall.seats.indices {
            guard let center = geometry.center(ofSeat: seat) else { continue }
            #expect(geometry.seat(at: center) == seat)
            #expect(geometry.bounds.contains(center))
        }
        #expect(geometry.seats(in: geometry.bounds) == Array(hall.seats.indices))
    }

    @Test("rows without seats, null labels and numbers as strings are taken")
    func lenient() throws {
        let text = """
            {"name": null, "categories": [], "zones": [{"name": "Z", "rows": [
              {"row_number": null, "position": {"x": "0", "y": "0"}, "seats": []},
              {"row_number": "1", "position": {"x": "5", "y": "5.5"}, "seats": [
                {"seat_guid": "g1", "seat_number": null, "position": {"x": "0", "y": "0"}, "category": null},
                {"seat_guid": "g2", "seat_number": 2, "position": {"x": "25", "y": "0"}}]}]}]}
            """
        let hall = try read(Data(text.utf8)).hall
        #expect(hall.seats.map(\.code) == ["g1", "g2"])
        #expect(hall.seats.map(\.number) == ["", "2"])
        #expect(hall.faults().isEmpty)
    }

    @Test(
        "bad plans are refused with the places of their faults",
        arguments: [
            (#"{"zones": [{"rows": []}]}"#, "no seats"),
            (#"{"zones": [{"rows": [{"seats": [{"position": {"x": "a", "y": 0}}]}]}]}"#, "cannot be read"),
            (#"{"zones": [{"rows": [{"seats": [{"position": {"x": 1e300, "y": 0}}]}]}]}"#, "cannot be read"),
            (
                #"{"zones": [{"rows": [{"seats": [{"position": {"x": 0, "y": 0}}, {"position": {"x": 0.001, "y": 0}}, {"position": {"x": 9e8, "y": 0}}]}]}]}"#,
                "seat widths"
            ),
        ])
    func refuses(text: String, message: String) {
        let error = #expect(throws: ImportError.self) { try read(Data(text.utf8)) }
        #expect(error?.message.contains(message) == true, "\(String(describing: error))")
    }
}
