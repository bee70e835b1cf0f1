import Foundation
import Testing
import UsherCore

@testable import UsherCommand

@Suite struct GridImporterTests {
    /// Rows as text: numbers where seats are, `.` where none are.
    private func picture(_ hall: Hall) -> [String] {
        (0..<hall.rowCount).map { row in
            var cells = Array(repeating: ".", count: hall.columnCount)
            for seat in hall.seats where seat.row == row { cells[seat.column] = String(seat.number.last ?? "?") }
            return cells.joined()
        }
    }

    @Test("lines of signs are rows: labels, gaps, sofas, an empty row; leading gaps keep their columns")
    func signs() throws {
        let imported = try Importer.read(
            """
            # Hall 2, from the booth
            A   oo__oo
            B   ooo_LR

            10  ___WCx
            """)
        let hall = imported.hall
        #expect(imported.report.format == .grid)
        #expect(picture(hall) == ["12..34", "123.45", "......", "...123"])
        #expect(hall.rows.map(\.label) == ["A", "B", "10"])
        #expect(hall.rows.map(\.index) == [0, 1, 3])
        #expect(hall.seats.map(\.partner).filter { !$0.isEmpty } == ["B-5-1", "B-4-1"])
        #expect(hall.seats.suffix(3).map(\.kind) == [.wheelchair, .companion, .standard])
        #expect(imported.states.last == .blocked)
        #expect(hall.faults().isEmpty)
    }

    @Test(
        "labels are found with a mark, without one, or not at all",
        arguments: [
            ("A: oo_o\nB: o", ["A", "B"], ["12.3", "1..."]), ("A:oo_o\n10:o", ["A", "10"], ["12.3", "1..."]),
            ("A |oo o|\nB |o   |", ["A", "B"], ["12.3", "1..."]), ("oo o\n o o", ["1", "2"], ["12.3", ".1.2"]),
            ("o o _ o\no o o o", ["1", "2"], ["12.3", "1234"]), ("L ooo\nM ooo", ["L", "M"], ["123", "123"]),
            ("oo_oo/\n_ooo_/", ["1", "2"], ["12.34", ".123."]),
        ])
    func labels(text: String, labels: [String], rows: [String]) throws {
        let hall = try Importer.read(text).hall
        #expect(hall.rows.map(\.label) == labels)
        #expect(picture(hall) == rows)
        #expect(hall.faults().isEmpty)
    }

    @Test("lines may end as on any system", arguments: ["\n", "\r\n", "\r"])
    func lineEnds(_ end: String) throws {
        let hall = try Importer.read(["# Saal", "", "A: oo_o", "B: ooLR", ""].joined(separator: end)).hall
        #expect(picture(hall) == ["12.3", "1234"] && hall.rows.map(\.label) == ["A", "B"])
    }

    @Test("all faults of a grid are told at once, with line and column")
    func faults() {
        let error = #expect(throws: ImportError.self) { try Importer.read("A: oLo?\nB: RoL\nC: o??\n") }
        #expect(
            error?.faults.map(\.field) == [
                "line 1, column 5", "line 2, column 4", "line 2, column 6", "line 1, column 7",
            ])
        #expect(error?.faults.last?.description.contains("and 2 more: say --cells ?=seat") == true)
    }

    @Test("every sign is read as it is listed, and listed in the help")
    func listedSigns() throws {
        let help = try #require(CommandTree.usher.commands.first { $0.name == "import" }).help
        for group in CellMeaning.signGroups {
            for sign in group.signs {
                #expect(CellMeaning.sign(sign, [:]) == group.meaning)
                #expect(sign.isWhitespace || help.contains(" \(sign)"), "\(sign)")
            }
            #expect(help.contains("\(group.name):"))
        }
    }

    @Test("a file of one map is its first map, and all of them", arguments: ["all", "1"])
    func oneMap(map: String) throws {
        #expect(try Importer.read("A: ooo\n") { $0.map = map }.hall.seats.count == 3)
        #expect(try Importer.read(#"[{"x": 1, "y": 1}, {"x": 2, "y": 1}]"#) { $0.map = map }.hall.seats.count == 2)
        #expect(throws: ImportError.self) { try Importer.read("A: ooo\n") { $0.map = "2" } }
    }

    @Test("signs that are told become seats of their zones")
    func told() throws {
        let hall = try Importer.read("A: ff_ee\nB: ee_ee") {
            $0.cells = ["f": CellMeaning(place: .seat, zone: "First"), "e": CellMeaning(place: .seat, zone: "Economy")]
        }.hall
        #expect(hall.zones.map(\.name) == ["First", "Economy"])
        #expect(hall.seats.prefix(3).map(\.zoneID) == ["First", "First", "Economy"])
    }

    @Test("CSV has a cell a field: printed numbers, empty gaps, words, numbered halves")
    func table() throws {
        let hall = try Importer.read(",1,2,3,4,5\nA,1,2,,3,4\nB,2,1,,L:4,R:3\nC,seat,aisle,,wheelchair,companion\n")
            .hall
        #expect(picture(hall) == ["12.34", "21.43", "1..23"])
        #expect(hall.rows.map(\.label) == ["A", "B", "C"])
        #expect(hall.seats.map(\.partner).filter { !$0.isEmpty } == ["B-3-1", "B-4-1"])
        #expect(hall.faults().isEmpty)
    }

    @Test("a matrix of 0 and 1 is read so, other numbers that repeat must be told")
    func numbers() throws {
        let binary = try Importer.read("[[0,1,1],[1,1,0]]")
        #expect(picture(binary.hall) == [".12", "12."])
        #expect(binary.report.guesses.contains { $0.contains("0 and 1") })
        let codes = "{\"rows\": [[0,1,2,3],[1,1,0,0]]}"
        let error = #expect(throws: ImportError.self) { try Importer.read(codes) }
        #expect(error?.faults.first?.field == "rows[0][0]")
        let told = try Importer.read(codes) {
            $0.cells = [
                "0": .gap, "1": .seat, "2": CellMeaning(place: .left, kind: .couple),
                "3": CellMeaning(place: .right, kind: .couple),
            ]
        }
        #expect(picture(told.hall) == [".123", "12.."])
        #expect(told.hall.seats.count { $0.kind == .couple } == 2)
    }

    @Test("rows with typed columns, as cinema systems export them")
    func typed() throws {
        let text = """
            {"data": {"name": "Hall 3", "sections": [{"sectionName": "Main", "seats": [
              {"rowId": "1", "rowNum": 1, "columns": [
                {"columnId": "2", "seatNo": "x-1-2", "st": "N"}, {"columnId": "1", "seatNo": "x-1-1", "st": "LK"},
                {"columnId": "", "seatNo": "", "st": "E"}]},
              {"rowId": "", "rowNum": 2, "columns": [{"st": "E"}, {"st": "E"}, {"st": "E"}]},
              {"rowId": "2", "rowNum": 3, "columns": [
                {"columnId": "", "seatNo": "", "st": "E"}, {"columnId": "2", "seatNo": "x-2-2", "st": "L"},
                {"columnId": "1", "seatNo": "x-2-1", "st": "R"}]}]}]}}
            """
        let imported = try Importer.read(text)
        #expect(picture(imported.hall) == ["21.", "...", ".21"])
        #expect(imported.hall.seats.map(\.code) == ["x-1-2", "x-1-1", "x-2-2", "x-2-1"])
        #expect(imported.hall.seats.map(\.partner) == ["", "", "x-2-1", "x-2-2"])
        #expect(imported.states == [.available, .locked, .available, .available])
        #expect(imported.hall.rows.map(\.label) == ["1", "2"])
        #expect(imported.hall.name == "Hall 3")
    }

    @Test("cells without type, number and id are gaps; a number beside the type tells the halves")
    func untyped() throws {
        let text = """
            {"result": [{"rowNo": "1", "seatList": [
              {"seatNo": "a$1_2", "value": 1, "colNo": "2", "loverSeat": "1"},
              {"seatNo": "a$1_1", "value": 2, "colNo": "1", "loverSeat": "2"},
              {"seatNo": "", "value": 0, "colNo": "", "loverSeat": null}]}]}
            """
        let imported = try Importer.read(text) { $0.flat.statusValues = ["1": .available, "2": .sold] }
        #expect(picture(imported.hall) == ["21."])
        #expect(imported.hall.seats.map(\.partner) == ["a$1_1", "a$1_2"])
        #expect(imported.states == [.available, .sold])
    }

    @Test("a seat chart's map with its legend and row names")
    func chart() throws {
        let text = """
            {"map": ["aa_aa", "bb_bb", "__b__"], "naming": {"rows": ["X", "Y", "Z"]},
             "seats": {"a": {"price": 99, "category": "Front"}, "b": {"price": 49, "category": "Back"}}}
            """
        let hall = try Importer.read(text).hall
        #expect(picture(hall) == ["12.34", "12.34", "..1.."])
        #expect(hall.rows.map(\.label) == ["X", "Y", "Z"])
        #expect(hall.zones.map(\.name) == ["Front", "Back"])
    }

    @Test("sections stand below each other, each an area; repeated vendor ids are no codes")
    func sections() throws {
        let text = """
            {"name": "Two", "sections": [
              {"name": "Stalls", "rows": [{"name": "A", "seats": [{"number": 1, "id": 1}, {"number": 2, "id": 2}]}]},
              {"name": "Balcony", "rows": [{"name": "A", "seats": [{"number": 1, "id": 1}]}]}]}
            """
        let hall = try Importer.read(text).hall
        #expect(picture(hall) == ["12", "..", "1."])
        #expect(hall.areas.map(\.name) == ["Stalls", "Balcony"])
        #expect(hall.seats.map(\.code) == ["Stalls-A-1-1", "Stalls-A-2-1", "Balcony-A-1-1"])
        #expect(hall.faults().isEmpty)
    }

    @Test("the first column at the right and the first row at the back mirror the hall, not who sits beside whom")
    func mirrored() throws {
        let hall = try Importer.read("A: oo_\nB: LRo") {
            $0.flat.isRightToLeft = true
            $0.flat.isBackToFront = true
        }.hall
        #expect(picture(hall) == ["321", ".21"])
        #expect(hall.rows == [Row(index: 0, label: "B"), Row(index: 1, label: "A")])
        #expect(hall.faults().isEmpty)
    }

    @Test("too large a grid is refused, whatever makes it large")
    func tooLarge() {
        let texts = [
            String(repeating: "o", count: 5_000), String(repeating: "o\n", count: 5_000),
            String(repeating: "\n", count: 20_000), String(repeating: "o,", count: 10_000),
            String(repeating: "o", count: Limits.csvLine + 1),
            "{\"rows\": [[\(String(repeating: "1,", count: 5_000))1]]}",
        ]
        for (index, text) in texts.enumerated() {
            #expect(throws: ImportError.self, "\(index)") { try Importer.read(text) { $0.format = .grid } }
            #expect(throws: ImportError.self, "\(index)") { try Importer.read(text) }
        }
    }

    @Test(
        "what is no grid is refused",
        arguments: [
            "____", "?", "{\"rows\": [[]]}", "{\"rows\": [[{\"a\": [[1]]}]]}", "[\"\"]", "[[1e400]]", "[[[1]]]",
        ])
    func refuses(text: String) {
        #expect(throws: ImportError.self) { try Importer.read(text) { $0.format = .grid } }
        #expect(throws: ImportError.self) { try Importer.read(text) }
    }
}
