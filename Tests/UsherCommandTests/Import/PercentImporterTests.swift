import Foundation
import Testing
import UsherCore

@testable import UsherCommand

@Suite struct PercentImporterTests {
    private func box(_ no: String, _ x: Double, _ y: Double, _ width: Double = 2, _ status: Int = 1) -> String {
        """
        {"id": \(no), "no": "00\(no)", "point_x": \(x), "point_y": "\(y)", "width": \(width), "height": 4, "point_x2": null,
         "status": \(status), "area_name": "East"}
        """
    }

    private func read(_ boxes: [String], _ change: (inout ImportOptions) -> Void = { _ in }) throws -> ImportedHall {
        var options = ImportOptions()
        change(&options)
        return try Importer.read(
            Data("{\"msg\": \"ok\", \"data\": {\"list\": [\(boxes.joined(separator: ","))]}}".utf8), options)
    }

    /// Two tables of three, the lower one a hair uneven, with an aisle between two seats of it.
    private var room: [String] {
        [
            box("1", 10, 10), box("2", 12.5, 10.3, 2.2), box("3", 15, 10), box("4", 10.1, 14.1, 2, 6),
            box("5", 12.6, 13.9, 1.8, 7), box("6", 30, 14, 2, 2),
        ]
    }

    @Test("seats keep their places in seat widths, and neighbours share a stretch of a row")
    func places() throws {
        let imported = try read(room)
        let hall = imported.hall
        #expect(imported.report.format == .percent)
        #expect(hall.seats.map(\.row) == [0, 0, 0, 1, 1, 1])
        #expect(hall.seats.map(\.column) == [0, 1, 2, 0, 1, 8])
        #expect(hall.seats.map(\.number) == ["001", "002", "003", "004", "005", "006"])
        #expect(hall.seats.map(\.code) == ["1", "2", "3", "4", "5", "6"])
        let xs = try hall.seats.map { Double(try #require($0.x)) }
        let ys = try hall.seats.map { Double(try #require($0.y)) }
        #expect(zip(xs, [0, 1.3, 2.5, 0.05, 1.25, 10]).allSatisfy { abs($0 - $1) < 0.01 }, "\(xs)")
        #expect(zip(ys, [0, 0.075, 0, 1.025, 0.975, 1]).allSatisfy { abs($0 - $1) < 0.01 }, "\(ys)")
        #expect(imported.states == [.available, .available, .available, .sold, .sold, .locked])
        #expect(hall.name == "East")
        #expect(hall.rows.isEmpty)
        #expect(hall.faults().isEmpty)
    }

    @Test("the picture's shape can be told")
    func aspect() throws {
        let hall = try read(room) { $0.aspect = 1 }.hall
        #expect(abs((hall.seats[5].y ?? 0) - 2) < 0.01)
    }

    @Test("four corners make a box")
    func corners() throws {
        let corners = """
            {"id": 9, "no": "9", "point_x": 50, "point_y": 50, "point_x2": 54, "point_y2": 50, "point_x3": 54, "point_y3": 58,
             "point_x4": 50, "point_y4": 58, "width": 1, "height": 1}
            """
        let imported = try read([box("1", 10, 10), corners])
        #expect(imported.hall.seats.count == 2)
        #expect(imported.report.notes.contains { $0.contains("four corners") })
        #expect(imported.hall.faults().isEmpty)
    }

    @Test("faults are told all at once, with their places in the list")
    func faults() {
        let error = #expect(throws: ImportError.self) {
            try read([
                box("1", 10, 10), box("2", 1e300, 10), box("3", 10, 10, -4), "{\"id\": 4, \"point_x\": \"left\"}",
            ]) { $0.format = .percent }
        }
        #expect(
            error?.faults.map(\.field) == [
                "data.list[1].point_x", "data.list[2].width", "data.list[3].point_x", "data.list[3].y",
                "data.list[3].width",
                "data.list[3].height",
            ])
    }

    @Test("boxes upon each other still get cells of their own")
    func crowded() throws {
        let hall = try read((1...30).map { box("\($0)", 10, 10) }).hall
        #expect(hall.seats.count == 30)
        #expect(hall.faults().isEmpty)
    }

    @Test("a room of single seats has a stretch for each, more than a hall has rows")
    func single() throws {
        let boxes = (0..<70 * 70).map { box("\($0)", Double($0 % 70) * 1.4, Double($0 / 70) * 1.4, 0.5) }
        let imported = try read(boxes) { $0.aspect = 1 }
        let hall = imported.hall
        #expect(hall.seats.count == 4_900 && hall.faults().isEmpty)
        #expect(imported.report.guesses.contains { $0.contains("4900 stretches") })
        // Nobody sits beside anybody, and who stood behind each other still does.
        let cells = Set(hall.seats.map { GridCell(row: $0.row, column: $0.column) })
        #expect(hall.seats.allSatisfy { !cells.contains(GridCell(row: $0.row, column: $0.column + 1)) })
        #expect(hall.seats.prefix(70).allSatisfy { $0.row == hall.seats[0].row })
    }
}
