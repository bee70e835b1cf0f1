import Foundation
import Testing
import UsherCore

@testable import UsherCommand

@Suite struct UsherImporterTests {
    @Test("the sample hall survives its own JSON, found by content")
    func roundTrip() throws {
        let hall = SampleHall.make()
        let imported = try Importer.read(Data(try JSONLine.hall(hall).utf8), ImportOptions())
        #expect(imported.report.format == .usher)
        #expect(imported.hall == hall)
    }

    @Test("both spellings of names are taken, and the caller's id wins")
    func spellings() throws {
        let text = """
            {"hall_id": "x", "rowCount": 1, "column_count": 2, "seats": [{"code": "a"}, {"code": "b", "column": 1}]}
            """
        var options = ImportOptions()
        options.hallID = "mine"
        let hall = try Importer.read(Data(text.utf8), options).hall
        #expect(hall.hallID == "mine")
        #expect(hall.seats.map(\.column) == [0, 1])
    }

    @Test("a hall without seats is a hall: proto3 JSON leaves the empty list out")
    func withoutSeats() throws {
        let text = #"{"hallId": "yard", "rowCount": 3, "columnCount": 4}"#
        let imported = try Importer.read(Data(text.utf8), ImportOptions())
        #expect(imported.hall.hallID == "yard")
        #expect(imported.hall.rowCount == 3)
        #expect(imported.hall.seats.isEmpty)
    }

    @Test("unknown members and wrong kinds are told by path")
    func faults() {
        let text = #"{"rowCount": "x", "columnCount": 1, "seats": [{"code": 5, "sead": 1}]}"#
        let error = #expect(throws: ImportError.self) { try Importer.read(Data(text.utf8), ImportOptions()) }
        #expect((error?.faults.count ?? 0) >= 2, "\(String(describing: error))")
    }

    @Test("a fault is told once: the message says what cannot be read, the list says why")
    func once() {
        let text = #"{"rowCount": 1, "columnCount": 1, "seats": [{"code": "a", "rowe": 7}]}"#
        let error = #expect(throws: ImportError.self) { try Importer.read(Data(text.utf8), ImportOptions()) }
        #expect(error?.message == "the hall cannot be read")
        #expect(error?.faults.map(\.field) == ["seats[0].rowe"])
        let broken = #expect(throws: ImportError.self) {
            try Importer.read(Data(#"{"rowCount": 1,"#.utf8), ImportOptions())
        }
        #expect(broken?.message == "the file is no JSON: line 1, column 16: a member's name is expected")
        #expect(broken?.faults == [])
    }
}
