import Foundation
import Testing
import UsherCore

@testable import UsherCommand

/// What is wrong with a file is told by its own lines, columns and paths, whoever finds it.
@Suite struct FaultPlaceTests {
    private func refusal(_ text: String, _ change: (inout ImportOptions) -> Void = { _ in }) throws -> ImportError {
        try #require(#expect(throws: ImportError.self) { try Importer.read(text, change) })
    }

    @Test(
        "one bad cell in a column of numbers is told as that cell, whatever the column is called",
        arguments: ["x", "grid_column", "column", "col"])
    func badCell(name: String) throws {
        let text = "id,y,\(name)\na,1,1\nb,1,x\nc,1,3\nd,2,4\n"
        let error = try refusal(text)
        #expect(error.message == "the list cannot be read")
        #expect(
            error.faults == [FieldFault("line 3, column `\(name)`", "needs a whole number, there is `x`")])
        let rows = try refusal("id,\(name),y\na,1,1\nb,1,\nc,1,3\nd,2,4\n")
        #expect(rows.faults == [FieldFault("line 3, column `y`", "needs a whole number, there is nothing")])
    }

    @Test(
        "a list that is missing or none, and what in it is no record, is told by its path: its seats were lost in silence"
    )
    func containers() throws {
        let plan = #"{"zones": [{"rows": [{"seats": [{"seat_number": "1"}, {"seat_number": "2"}]}, ROW]}, ZONE]}"#
        let row = #"{"seats": []}"#
        let zone = #"{"rows": []}"#
        for (damaged, paths) in [
            (plan.replacing("ROW", with: "\"x\"").replacing("ZONE", with: zone), ["zones[0].rows[1]"]),
            (plan.replacing("ROW", with: #"{"seats": "x"}"#).replacing("ZONE", with: zone), ["zones[0].rows[1].seats"]),
            (plan.replacing("ROW", with: row).replacing("ZONE", with: #"{"rowz": []}"#), ["zones[1].rows"]),
            (plan.replacing("ROW", with: row).replacing("ZONE", with: "null"), ["zones[1]"]),
        ] {
            #expect(try refusal(damaged).faults.map(\.field) == paths)
        }
        #expect(try Importer.read(plan.replacing("ROW", with: row).replacing("ZONE", with: zone)).hall.seats.count == 2)

        let elements = #"{"elements": [{"type": "seat", "designator": "1A"}]}"#
        let cabin = #"{"data": [{"cabins": [{"rows": [{"sections": [\#(elements)]}, ROW]}]}, MAP]}"#
        let good = #"{"sections": [\#(elements.replacing("1A", with: "2A"))]}"#
        for (damaged, paths) in [
            (
                cabin.replacing("ROW", with: "\"x\"").replacing("MAP", with: #"{"cabins": []}"#),
                ["data[0].cabins[0].rows[1]"]
            ),
            (
                cabin.replacing("ROW", with: #"{"section": []}"#).replacing("MAP", with: #"{"cabins": []}"#),
                ["data[0].cabins[0].rows[1].sections"]
            ),
            (
                cabin.replacing("ROW", with: #"{"sections": ["x", {"elements": null}]}"#)
                    .replacing("MAP", with: #"{"cabins": []}"#),
                ["data[0].cabins[0].rows[1].sections[0]", "data[0].cabins[0].rows[1].sections[1].elements"]
            ),
            (cabin.replacing("ROW", with: good).replacing("MAP", with: "\"x\""), ["data[1]"]),
            (cabin.replacing("ROW", with: good).replacing("MAP", with: #"{"cabinz": []}"#), ["data[1]"]),
        ] {
            #expect(try refusal(damaged).faults.map(\.field) == paths)
        }

        let deck =
            #"{"data": [{"decks": [{"seats": [{"number": "1A", "coordinates": {"x": 0, "y": 0}}, SEAT]}, DECK]}]}"#
        let seat = #"{"number": "2A", "coordinates": {"x": 1, "y": 0}}"#
        for (damaged, paths) in [
            (
                deck.replacing("SEAT", with: "7").replacing("DECK", with: #"{"seats": []}"#),
                ["data[0].decks[0].seats[1]"]
            ),
            (deck.replacing("SEAT", with: seat).replacing("DECK", with: "\"x\""), ["data[0].decks[1]"]),
            (deck.replacing("SEAT", with: seat).replacing("DECK", with: #"{"seets": []}"#), ["data[0].decks[1].seats"]),
        ] {
            #expect(try refusal(damaged).faults.map(\.field) == paths)
        }
    }

    @Test("a column that was named is told by its bad cells too, and rows that are mostly numbers as well")
    func toldField() throws {
        let text = "id,at,physical\na,1,1\nb,u,x\nc,1,3\n\nd,2,4.5\n"
        let error = try refusal(text) { $0.flat.fields = [.row: "at", .column: "physical"] }
        #expect(
            error.faults.map(\.field) == [
                "line 3, column `at`", "line 3, column `physical`", "line 6, column `physical`",
            ])
        #expect(error.faults.last?.description == "needs a whole number, there is `4.5`")
    }

    @Test("a bad cell of a document is told by its path")
    func document() throws {
        let error = try refusal(
            #"{"data": {"list": [{"x": 1, "y": 1}, {"x": "?", "y": 1}, {"x": 3, "y": 1}, {"x": 4}]}}"#)
        #expect(error.faults.map(\.field) == ["data.list[1].x", "data.list[3].y"])
    }

    @Test("a column that holds no numbers at all is told with what is in it")
    func noColumn() throws {
        let error = try refusal("row,seat,col\n1,1,A\n1,2,B\n1,3,\n")
        #expect(error.message.contains("--column-field"))
        #expect(
            error.faults == [
                FieldFault("line 2, column `col`", "is no whole number: there is `A`, and 2 more have none")
            ])
    }

    @Test("all faulty records are listed up to the limit, and the rest is counted truly")
    func many() throws {
        let bad = (1...3_000).map { "a\($0),1,?" }.joined(separator: "\n")
        let good = (1...4_000).map { "b\($0),2,\($0)" }.joined(separator: "\n")
        let error = try refusal("id,y,x\n\(bad)\n\(good)\n")
        #expect(error.faults.count == 1_000)
        #expect(error.faults[998].field == "line 1000, column `x`")
        #expect(error.faults.last?.description.contains("and 2001 more") == true)
        let lines = ClientErrors.list(error.faults)
        #expect(lines.last?.hasPrefix("and 2001 more") == true)
    }

    @Test(
        "a list of more seats than a hall has is refused with the limit and their number",
        arguments: [200_001, 210_000])
    func tooMany(count: Int) throws {
        let text = "id,x,y\n" + (0..<count).map { "\($0),\($0 % 1000),\($0 / 1000)\n" }.joined()
        #expect(try refusal(text).message == "the list has \(count) records; a hall has at most 200000 seats")
    }

    @Test("what the finished hall shows to be wrong is told by line and column")
    func table() throws {
        let long = String(repeating: "9", count: 65)
        let text = "id,y,x,number,partner\na,1,1,,\n\nb,1,1,,\nc,1,2,\(long),\nd,1,3,,zz\n"
        #expect(
            try Importer.read(text).faults() == [
                FieldFault("line 4", "b is in the cell (row 0, column 0) of line 2 (a)"),
                FieldFault(
                    "line 5, column `number`", "c: must be at most 64 characters without control characters"),
                FieldFault("line 6, column `partner`", "d: the hall has no seat zz"),
            ])
    }

    @Test("rows, zones and areas are told by the first seat of them")
    func parts() throws {
        let long = String(repeating: "n", count: 300)
        let text = "id,y,x,row,zone,section\na,1,1,A,Z,S\nb,2,2,\(long),Z,\(long)\nc,3,3,C,\(long),T\n"
        #expect(
            try Importer.read(text).faults().map(\.field) == [
                "line 4, column `zone`", "line 3, column `row`", "line 3, column `section`",
            ])
    }

    @Test("every format tells two seats in one cell by their places in the file")
    func places() throws {
        let text =
            #"{"decks": [{"seats": [{"number": "1A", "coordinates": {"x": 1, "y": 0}}, "#
            + #"{"number": "1B", "coordinates": {"x": 1, "y": 0}}]}]}"#
        #expect(
            try Importer.read(text).faults() == [
                FieldFault("decks[0].seats[1]", "1B is in the cell (row 0, column 0) of decks[0].seats[0] (1A)")
            ])
        for sample in LayoutSamples.all where sample.format != .usher {
            var imported = try Importer.read(sample.text) { $0.map = "1" }
            #expect(imported.places.seats.count == imported.hall.seats.count, "\(sample.name)")
            #expect(Set(imported.places.seats).count == imported.hall.seats.count, "\(sample.name)")
            imported.hall.seats[1].row = imported.hall.seats[0].row
            imported.hall.seats[1].column = imported.hall.seats[0].column
            let faults = imported.faults()
            #expect(
                faults.contains {
                    $0.field.hasPrefix(imported.places.seats[1])
                        && $0.description.contains("of \(imported.places.seats[0]) (")
                }, "\(sample.name): \(faults)")
            #expect(faults.allSatisfy { !"\($0.field) \($0.description)".contains("hall.") })
        }
        let hall = #"{"hallId": "h", "rowCount": 1, "columnCount": 1, "seats": [{"code": "a", "row": 2}]}"#
        #expect(try Importer.read(hall).faults().map(\.field) == ["seats[0].row"])
        let zone = #"{"hallId": "h", "rowCount": 1, "columnCount": 1, "seats": [{"code": "a", "zoneId": "z"}]}"#
        #expect(try Importer.read(zone).faults().map(\.field) == ["seats[0].zoneId"])
    }

    @Test("what a list of words is too long for is counted truly: signs, statuses, fields")
    func truly() throws {
        let cells = "abcdefghijklmnopqrstuvwxyzäöüß".map { "q\($0)q" }
        let grid = try refusal("A,o,o,o,\(cells.joined(separator: ","))\nB,o,o,qßq\n") { $0.format = .grid }
        #expect(grid.faults.count == 21)
        #expect(grid.faults.last?.description == "and 11 more cells with other words that nobody explains")
        let statuses = (0..<30).map { "\($0),1,s\($0)" }.joined(separator: "\n")
        let listed = try Importer.read("x,y,status\n\(statuses)\n")
        let lines = listed.report.lines(for: listed.hall)
        #expect(lines.contains("and 10 more statuses, 10 of them not known"), "\(lines)")
        let names = (0..<30).map { "f\($0)" }.joined(separator: ",")
        let field = try refusal("x,y,\(names)\n1,1,\(names)\n") { $0.flat.fields = [.code: "none"] }
        #expect(field.message.hasSuffix(" and 12 more"))
    }

    @Test("cells of a grid of text are told by the line of the file, also after a cell of two lines")
    func grid() throws {
        let error = try refusal("A,o,\"V\nIP\",o\nB,o,L,o\n") { $0.format = .grid }
        #expect(error.faults.map(\.field) == ["line 3, field 3"])
    }
}
