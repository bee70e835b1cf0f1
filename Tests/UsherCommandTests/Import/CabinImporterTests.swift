import Foundation
import Testing
import UsherCore

@testable import UsherCommand

/// Cabins of aircraft, as Duffel and Amadeus have them.
@Suite struct CabinImporterTests {
    private func read(_ text: String, _ map: String? = nil) throws -> [ImportedHall] {
        var options = ImportOptions()
        options.fileStem = "flight"
        options.map = map
        return try Importer.all(Data(text.utf8), options)
    }

    private func picture(_ hall: Hall) -> [String] {
        (0..<hall.rowCount).map { row in
            var cells = Array(repeating: ".", count: hall.columnCount)
            for seat in hall.seats where seat.row == row { cells[seat.column] = seat.number }
            return cells.joined()
        }
    }

    /// A row of Duffel's: `12A* 12B|? -|=`: offered, not offered, section, restricted, empty, exit, lavatory (~).
    private func row(_ text: String) -> String {
        let sections = text.split(separator: "|", omittingEmptySubsequences: false).map { section -> String in
            let elements = section.split(separator: " ").map { word -> String in
                switch word {
                case "?": return #"{"type": "restricted_seat_general", "designator": null, "available_services": []}"#
                case "-": return #"{"type": "empty", "designator": null, "available_services": []}"#
                case "=": return #"{"type": "exit_row", "designator": null}"#
                case "~": return #"{"type": "lavatory", "designator": null}"#
                default:
                    let isOffered = word.hasSuffix("*")
                    let name = isOffered ? word.dropLast() : word
                    let services = isOffered ? #"[{"id": "s"}]"# : "[]"
                    return #"{"type": "seat", "designator": "\#(name)", "available_services": \#(services)}"#
                }
            }
            return "{\"elements\": [\(elements.joined(separator: ","))]}"
        }
        return "{\"sections\": [\(sections.joined(separator: ","))]}"
    }

    private func cabin(_ name: String, deck: Int = 0, _ rows: [String]) -> String {
        #"{"cabin_class": "\#(name)", "deck": \#(deck), "aisles": 1, "rows": [\#(rows.map(row).joined(separator: ","))]}"#
    }

    private func duffel(_ cabins: [String]) -> String {
        "{\"id\": \"sea_1\", \"cabins\": [\(cabins.joined(separator: ","))]}"
    }

    @Test("an aisle lies between sections; seats without a designator get row and letter from the seats around")
    func duffelLetters() throws {
        let text = duffel([
            cabin(
                "economy",
                [
                    "|~", "=|=|", "? ? ?|? ? ?", "12G* 12H 12J|12K 12L 12M", "? 13H ?|- 13L ?", "? ? ?|~", "|~|",
                    "16G ? 16J|16K - ?",
                ])
        ])
        let imported = try #require(try read(text).first)
        let hall = imported.hall
        #expect(
            picture(hall) == [
                ".......", ".......", "GHJ.KLM", "GHJ.KLM", "GHJ..LM", "GHJ....", ".......", "GHJ.K.M",
            ])
        #expect(hall.rows.map(\.label) == ["11", "12", "13", "14", "16"])
        #expect(hall.seats.map(\.code).prefix(3) == ["11G", "11H", "11J"])
        #expect(Set(hall.seats.map(\.code)).count == hall.seats.count)
        #expect(imported.report.guesses.contains { $0.hasPrefix("14 seats have no designator") })
        #expect(imported.states.count { $0 == .available } == 1)
        #expect(hall.zones.map(\.name) == ["Economy"])
        #expect(hall.faults().isEmpty)
    }

    @Test("letters that no row tells are counted on without I, and never used twice")
    func letters() {
        #expect(CabinLetters.fill([nil, "B", nil, nil, "F"]) == ["A", "B", "C", "D", "F"])
        #expect(CabinLetters.fill(["G", "H", nil, nil]) == ["G", "H", "J", "K"])
        #expect(CabinLetters.fill(["A", nil, "B"]) == ["A", "C", "B"])
        #expect(CabinLetters.fill(["Y", nil, nil]) == ["Y", "Z", ""])
        #expect(CabinLetters.split("12A")?.row == 12)
        #expect(CabinLetters.split("A12") == nil && CabinLetters.split("99999A") == nil)
    }

    @Test("cabins stand behind each other, narrow ones in the middle; short sections stand at their letters")
    func cabins() throws {
        let text = duffel([
            cabin("first", ["1A|1D", "2A*|2D"]),
            cabin("premium_economy", ["10A 10C|10D 10G", "11A|11G"]),
            cabin("premium_economy", deck: 1, ["50A 50C|50D 50G"]),
        ])
        let imported = try #require(try read(text).first)
        let hall = imported.hall
        #expect(picture(hall) == [".A.D.", ".A.D.", ".....", "AC.DG", "A...G", ".....", "AC.DG"])
        #expect(hall.zones.map(\.zoneID) == ["First", "Premium-economy"])
        #expect(
            hall.areas.map(\.name) == ["Main deck, first", "Main deck, premium economy", "Upper deck, premium economy"])
        #expect(hall.faults().isEmpty)
    }

    @Test("a row that has no room in the numbers is not numbered, and its seats still have codes of their own")
    func unnumbered() throws {
        let hall = try #require(try read(duffel([cabin("economy", ["12A|12B", "?|?", "13A|13B"])])).first).hall
        #expect(hall.seats.count == 6)
        #expect(Set(hall.seats.map(\.code)).count == 6)
        #expect(hall.faults().isEmpty)
    }

    private func amadeus(_ seats: [(String, Int, Int, String)], _ cabin: String = "ECONOMY", segment: Int = 1) -> String
    {
        let list = seats.map { number, x, y, status in
            """
            {"number": "\(number)", "cabin": "\(cabin)", "coordinates": {"x": \(x), "y": \(y)},
             "travelerPricing": [{"seatAvailabilityStatus": "\(status)"}]}
            """
        }
        return """
            {"type": "seatmap", "carrierCode": "XX", "number": "7", "segmentId": "\(segment)",
             "departure": {"iataCode": "AAA"}, "arrival": {"iataCode": "BBB"}, "decks": [{"deckType": "MAIN",
             "deckConfiguration": {"width": 6, "length": 9, "exitRowsX": [5]}, "seats": [\(list.joined(separator: ","))]}]}
            """
    }

    private var economy: String {
        amadeus([
            ("12A", 3, 1, "AVAILABLE"), ("12C", 3, 3, "OCCUPIED"), ("14A", 5, 1, "BLOCKED"), ("14D", 5, 4, "AVAILABLE"),
        ])
    }

    @Test("x is the row and y the column; absent ones are aisles, rows and free columns that exist all the same")
    func amadeusAxes() throws {
        let imported = try #require(try read("[\(economy)]").first)
        let hall = imported.hall
        #expect(picture(hall) == [".A.C..", "......", ".A..D."])
        #expect(hall.rows == [Row(index: 0, label: "12"), Row(index: 2, label: "14")])
        #expect(hall.seats.map(\.code) == ["12A", "12C", "14A", "14D"])
        #expect(imported.states == [.available, .sold, .blocked, .available])
        #expect(hall.name == "XX 7 AAA-BBB, economy")
        #expect(imported.report.notes.contains("exit rows become areas of the hall: 14"))
        #expect(
            hall.areas == [
                Area(
                    areaID: "exit-row-14", name: "Exit row 14", firstRow: 2, rowCount: 1, firstColumn: 1, columnCount: 4
                )
            ])
        #expect(hall.faults().isEmpty)
    }

    @Test("of several maps one is chosen or all become halls; without a word the file is refused with their list")
    func maps() throws {
        let text = "{\"data\": [\(amadeus([("1A", 0, 0, "AVAILABLE")], "BUSINESS")), \(economy)]}"
        let error = #expect(throws: ImportError.self) { try read(text) }
        #expect(error?.message.contains("--map all") == true)
        #expect(error?.faults.map(\.field) == ["map 1", "map 2"])
        #expect(error?.faults.first?.description == "XX 7 AAA-BBB, business, 1 seat")
        #expect(try read(text, "2").map(\.hall.seats.count) == [4])
        #expect(try read(text, "2").map(\.hall.hallID) == ["flight"])
        let all = try read(text, "all").map(\.hall)
        #expect(all.map(\.seats.count) == [1, 4])
        #expect(all.map(\.hallID) == ["flight-1", "flight-2"])
        #expect(throws: ImportError.self) { try read(text, "3") }
        #expect(throws: ImportError.self) { try read(text, "0") }
    }

    @Test("coordinates that are none are told all at once, with their seats")
    func badCoordinates() {
        let text = amadeus([("1A", 0, 0, ""), ("1B", -1, 0, ""), ("1C", 0, 2_000_000, "")])
        let error = #expect(throws: ImportError.self) { try read(text) }
        #expect(error?.faults.map(\.field) == ["decks[0].seats[1].coordinates", "decks[0].seats[2].coordinates"])
        #expect(error?.faults.first?.description.contains("(1B)") == true)
        let far = amadeus([("1A", 0, 0, ""), ("2A", 999_999, 0, "")])
        #expect(throws: ImportError.self) { try read(far) }
    }
}
