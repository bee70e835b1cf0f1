import Foundation
import Testing
import UsherCore

@testable import UsherCommand

@Suite struct FlatImporterTests {
    private func read(_ text: String, _ change: (inout ImportOptions) -> Void = { _ in }) throws -> ImportedHall {
        var options = ImportOptions()
        options.fileStem = "my hall"
        change(&options)
        return try Importer.read(Data(text.utf8), options)
    }

    /// Rows centred: printed columns begin at 1 everywhere, the grid's x does not.
    private let centred = """
        {"name": "Stand", "x": "3", "y": "4", "seats": [
        {"id": "1", "row": "1", "col": "1", "x": "2", "y": "1", "status": "0"},
        {"id": "2", "row": "1", "col": "2", "x": "3", "y": "1", "status": "3"},
        {"id": "3", "row": "2", "col": "1", "x": "1", "y": "2", "status": "0"},
        {"id": "4", "row": "2", "col": "2", "x": "4", "y": "2", "status": "0"}]}
        """

    @Test("physical columns come from the grid, printed numbers from the labels")
    func grid() throws {
        let imported = try read(centred)
        let hall = imported.hall
        #expect(hall.hallID == "my-hall")
        #expect(hall.name == "Stand")
        #expect((hall.rowCount, hall.columnCount) == (2, 4))
        #expect(hall.seats.map(\.column) == [1, 2, 0, 3])
        #expect(hall.seats.map(\.row) == [0, 0, 1, 1])
        #expect(hall.seats.map(\.number) == ["1", "2", "1", "2"])
        #expect(hall.seats.map(\.code) == ["1", "2", "3", "4"])
        #expect(hall.rows.map(\.label) == ["1", "2"])
        #expect(hall.faults().isEmpty)
    }

    @Test("status values mean what they are said to mean, and unknown ones are reported")
    func statuses() throws {
        let told = try read(centred) { $0.flat.statusValues = ["0": .available, "3": .sold] }
        #expect(told.states == [.available, .sold, .available, .available])
        let untold = try read(centred)
        #expect(untold.states.isEmpty)
        #expect(untold.report.statuses.map(\.value) == ["0", "3"])
        #expect(untold.report.statuses.allSatisfy { $0.meaning == nil })
    }

    @Test("ids that are no codes are replaced, and the report says so")
    func replacedCodes() throws {
        let long = String(repeating: "n", count: 65)
        let imported = try read(
            ##"[{"id":"\##(long)","x":0,"y":0},{"id":"b\u0000","x":1,"y":0},{"id":"c","x":2,"y":0}]"##)
        #expect(imported.hall.seats.map(\.code).last == "c")
        #expect(imported.report.notes.contains { $0.hasPrefix("2 ids of the file cannot be seat codes") })
        #expect(try read(centred).report.notes.isEmpty)
    }

    @Test("rows whose names differ are different rows, though the numbers are the same")
    func namedAlike() throws {
        let hall = try read(
            #"[{"row":"1","col":1},{"row":"01","col":1},{"row":"1","col":2},{"row":"10","col":1},{"row":"9","col":1}]"#
        ).hall
        #expect(hall.seats.map(\.row) == [0, 1, 0, 2, 3])
        #expect(hall.rows.map(\.label) == ["1", "01", "10", "9"])
    }

    @Test("sections that lie apart become areas, those within each other do not")
    func areas() throws {
        func seat(_ id: String, _ section: String, _ x: Int, _ y: Int) -> String {
            #"{"id":"\#(id)","section":"\#(section)","x":\#(x),"y":\#(y)}"#
        }
        let apart = [
            seat("1", "Window", 0, 0), seat("2", "Window", 1, 1), seat("3", "Quiet Zone", 2, 0), seat("4", "", 3, 2),
        ]
        let hall = try read("[\(apart.joined(separator: ","))]").hall
        #expect(
            hall.areas == [
                Area(areaID: "Window", name: "Window", firstRow: 0, rowCount: 2, firstColumn: 0, columnCount: 2),
                Area(
                    areaID: "Quiet-Zone", name: "Quiet Zone", firstRow: 0, rowCount: 1, firstColumn: 2, columnCount: 1),
            ])
        #expect(hall.faults().isEmpty)
        let mixed = try read("[\((apart + [seat("5", "Quiet Zone", 0, 1)]).joined(separator: ","))]")
        #expect(mixed.hall.areas.isEmpty)
        #expect(mixed.report.notes.contains { $0.contains("become no areas") })
        #expect(try read("[\(seat("1", "Window", 0, 0))]").hall.areas.isEmpty)
    }

    @Test("direction and side mirror the axes")
    func mirrored() throws {
        let imported = try read(centred) {
            $0.flat.isRightToLeft = true
            $0.flat.isBackToFront = true
        }
        #expect(imported.hall.seats.map(\.column) == [2, 1, 3, 0])
        #expect(imported.hall.seats.map(\.row) == [1, 1, 0, 0])
        #expect((imported.hall.rowCount, imported.hall.columnCount) == (2, 4))
    }

    @Test("a file whose x counts rows is found out by the printed row, and can be told")
    func transposed() throws {
        let text = """
            [{"seat": "a", "row": "7", "x": 1, "y": 1}, {"seat": "b", "row": "7", "x": 1, "y": 2},
             {"seat": "c", "row": "8", "x": 2, "y": 2}]
            """
        let found = try read(text)
        #expect(found.hall.seats.map(\.row) == [0, 0, 1])
        #expect(found.hall.seats.map(\.column) == [0, 1, 1])
        #expect(found.report.guesses.contains { $0.contains("taken as the row") })
        let told = try read(text) { $0.flat.isTransposed = false }
        #expect(told.hall.seats.map(\.row) == [0, 1, 1])
    }

    @Test("fields, list and base can be named")
    func named() throws {
        let text = """
            {"data": {"list": [{"nr": "S1", "at": {"r": 0, "c": 2}, "price": "A"},
                               {"nr": "S2", "at": {"r": 1, "c": 5}, "price": "B"}], "other": [{"a": 1}]}}
            """
        let imported = try read(text) {
            $0.flat.path = "data.list"
            $0.flat.fields = [.code: "nr", .row: "at.r", .column: "at.c", .zone: "price"]
            $0.flat.base = 0
        }
        #expect(imported.hall.seats.map(\.code) == ["S1", "S2"])
        #expect(imported.hall.seats.map(\.column) == [2, 5])
        #expect(imported.hall.columnCount == 6)
        #expect(imported.hall.seats.map(\.zoneID) == ["A", "B"])
        #expect(imported.hall.zones.map(\.zoneID) == ["A", "B"])
    }

    @Test("a list inside of lists is found by numbers, and nested fields by dots")
    func nested() throws {
        let text = """
            [{"decks": [{"seats": [{"number": "12A", "coordinates": {"x": 0, "y": 0}},
                                   {"number": "12C", "coordinates": {"x": 0, "y": 3}}]}]}]
            """
        let imported = try read(text) {
            $0.flat.path = "0.decks.0.seats"
            $0.flat.fields = [.code: "number", .row: "coordinates.x", .column: "coordinates.y"]
        }
        #expect(imported.hall.seats.map(\.code) == ["12A", "12C"])
        #expect(imported.hall.seats.map(\.column) == [0, 3])
        #expect(imported.hall.rowCount == 1)
    }

    @Test("rows named by letters stand in the order of their first seat")
    func letters() throws {
        let imported = try read("row,col,kind\nB,1,wheelchair\nA,2,\nB,2,companion\n")
        #expect(imported.hall.seats.map(\.row) == [0, 1, 0])
        #expect(imported.hall.rows.map(\.label) == ["B", "A"])
        #expect(imported.hall.seats.map(\.kind) == [.wheelchair, .standard, .companion])
        #expect(imported.hall.seats.map(\.code) == ["B-1-1", "A-2-1", "B-2-1"])
        #expect(imported.hall.zones.map(\.zoneID) == ["standard"])
        #expect(imported.hall.faults().isEmpty)
    }

    @Test("words for kinds are read as those of grids are, and a word that nobody knows is told, never taken silently")
    func kinds() throws {
        let known = try read("row,col,kind\n1,1,handicapped\n1,2,carer\n1,3,regular\n1,4,Restricted View\n1,5,\n")
        #expect(known.hall.seats.map(\.kind) == [.wheelchair, .companion, .standard, .restrictedView, .standard])
        #expect(known.report.guesses.allSatisfy { !$0.contains("no kind known") })
        let text = "row,col,kind\n1,1,weelchair\n1,2,2\n1,3,2\n1,4,standard\n1,5,Rollstuhl\n1,6,a1\n1,7,b1\n"
        let unknown = try read(text)
        #expect(unknown.hall.seats.allSatisfy { $0.kind == .standard })
        #expect(
            unknown.report.guesses.contains(
                "`kind` says `weelchair` (1 seat), `2` (2 seats), `Rollstuhl` (1 seat), `a1` (1 seat) and 1 more, which "
                    + "is no kind known here: standard seats"))
        let told = try read(text) { $0.cells = ["weelchair": CellMeaning(place: .seat, kind: .wheelchair)] }
        #expect(told.hall.seats[0].kind == .wheelchair)
    }

    @Test("a property list is a list like any other")
    func plist() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>seats</key><array>
            <dict><key>id</key><string>9</string><key>x</key><string>1</string><key>y</key><string>1</string></dict>
            <dict><key>id</key><string>9</string><key>x</key><integer>3</integer><key>y</key><real>1</real></dict>
            </array></dict></plist>
            """
        let imported = try read(text)
        #expect(imported.hall.seats.map(\.column) == [0, 2])
        #expect(imported.report.duplicates == [ImportReport.Duplicate(id: "9", seats: 2)])
        #expect(Set(imported.hall.seats.map(\.code)).count == 2)
        #expect(imported.hall.faults().isEmpty)
    }

    @Test("halves of sofas are joined by side, whichever way the axis runs, and typed records without a seat are gaps")
    func sofas() throws {
        let text = """
            [{"id": "1", "row": 1, "col": 1, "st": "N", "type": "N"}, {"id": "-", "row": 1, "col": 2, "type": "E"},
             {"id": "2", "row": 1, "col": 3, "type": "L"}, {"id": "3", "row": 1, "col": 4, "type": "R"}]
            """
        for isMirrored in [false, true] {
            let imported = try read(text) { $0.flat.isRightToLeft = isMirrored }
            #expect(imported.hall.seats.map(\.code) == ["1", "2", "3"])
            #expect(imported.hall.seats.map(\.partner) == (isMirrored ? ["", "3", "2"] : ["", "3", "2"]))
            #expect(imported.hall.seats.map(\.kind) == [.standard, .couple, .couple])
            #expect(imported.report.notes == ["1 record is a gap by `type`", "not kept: the field `st`"])
            #expect(imported.hall.faults().isEmpty)
        }
        let error = #expect(throws: ImportError.self) {
            try read(text.replacingOccurrences(of: "\"type\": \"R\"", with: "\"type\": \"N\""))
        }
        #expect(error?.faults.map(\.field) == ["[2].type"])
    }

    @Test("a number that two seats share makes them a pair; one that any other number of seats shares is a fault")
    func pairs() throws {
        let text = "id,x,y,couple_id\na,1,1,7\nb,2,1,7\nc,3,1,0\nd,4,1,\n"
        let imported = try read(text)
        #expect(imported.hall.seats.map(\.partner) == ["b", "a", "", ""])
        #expect(imported.hall.faults().isEmpty)
        let error = #expect(throws: ImportError.self) { try read(text + "e,5,1,8\nf,6,1,7\n") }
        #expect(error?.faults.map(\.field) == ["line 2, column `couple_id`", "line 6, column `couple_id`"])
    }

    @Test("an area of a concert hall brings its status values, and a price that nobody pays means not for sale")
    func concert() throws {
        let text = """
            {"areaid": "32", "max_num": "5", "name": "B", "x": "2", "y": "3", "seats": [
            {"id": "1", "row": "1", "col": "1", "x": "1", "y": "2", "status": "0", "price": "1"},
            {"id": "2", "row": "1", "col": "2", "x": "2", "y": "2", "status": "3", "price": "1"},
            {"id": "3", "row": "1", "col": "3", "x": "3", "y": "2", "status": "0", "price": "9999900"}]}
            """
        let imported = try read(text)
        #expect(imported.states == [.available, .sold, .blocked])
        #expect(imported.hall.seats.map(\.column) == [0, 1, 2])
        #expect(imported.report.guesses.contains { $0.contains("9999900") })
    }

    @Test("two seats in one cell are faults of the hall, not dropped")
    func sameCell() throws {
        let imported = try read("id,x,y\na,1,1\nb,1,1\n")
        #expect(imported.hall.seats.count == 2)
        #expect(!imported.hall.faults().isEmpty)
    }

    @Test(
        "what cannot be a hall is refused",
        arguments: [
            "", "[]", "[1,2]", "{\"a\": 1}", "[{\"id\": \"1\"}]", "{", "a,b\n1,2", "[{\"x\": 1, \"y\": 1}, 2]",
            "x,y\n1,1\n1,99999\n", "x,y\n1,1\n1e300,1\n",
        ])
    func refuses(text: String) {
        #expect(throws: ImportError.self) { try read(text) }
    }

    @Test("a field that no seat has is refused with the fields there are")
    func unknownField() {
        let error = #expect(throws: ImportError.self) {
            try read("x,y\n1,1\n") { $0.flat.fields = [.code: "nr"] }
        }
        #expect(error?.message.contains("there are: x, y") == true)
    }

    @Test("prices become zones where no field names them, if there are some of them and each seat has one")
    func prices() throws {
        let text = "id,x,y,price\na,1,1,25.00\nb,2,1,18\nc,3,1,25.00\n"
        let imported = try read(text)
        #expect(imported.hall.seats.map(\.zoneID) == ["price-25.00", "price-18", "price-25.00"])
        #expect(imported.hall.zones.map(\.name).sorted() == ["Price 18", "Price 25.00"])
        #expect(imported.report.guesses.contains { $0.contains("--price price-25.00=CUR:25.00") })
        #expect(imported.report.notes.isEmpty && imported.faults().isEmpty)
        let named = try read(
            text.replacingOccurrences(of: "\n", with: ",Z\n").replacingOccurrences(of: "price,Z", with: "price,zone"))
        #expect(named.hall.zones.map(\.zoneID) == ["Z"])
        // One price says nothing, a missing one or a word too little, and one for each seat is no category.
        for other in [
            text.replacingOccurrences(of: "18", with: "25.00"), text + "d,4,1,\n", text + "d,4,1,free\n",
            "id,x,y,price\n" + (1...60).map { "\($0),\($0),1,\($0)\n" }.joined(),
        ] {
            let read = try read(other)
            #expect(
                read.hall.zones.map(\.zoneID) == ["standard"] && read.report.notes == ["not kept: the field `price`"])
        }
    }

    @Test("fields that nothing is taken from are told")
    func unread() throws {
        let text = "id,x,y,price,window,zone\na,1,1,5,yes,Z\nb,2,1,5,,Z\n"
        let notes = try Importer.read(Data(text.utf8), ImportOptions()).report.notes
        #expect(notes.contains("not kept: the fields `price`, `window`"), "\(notes)")
        let boxes = #"[{"id": 1, "left": 1, "top": 1, "width": 2, "height": 2, "lamp": true, "point_x2": null}]"#
        let room = try Importer.read(Data(boxes.utf8), ImportOptions()).report
        #expect(room.format == .percent && room.notes.contains("not kept: the field `lamp`"), "\(room.notes)")
    }
}
