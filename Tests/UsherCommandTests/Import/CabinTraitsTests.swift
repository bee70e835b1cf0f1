import Foundation
import Testing
import UsherCore

@testable import UsherCommand

/// What cabin maps say of seats: what halls have a place for, and what is told because they have none.
@Suite struct CabinTraitsTests {
    private func read(_ text: String) throws -> ImportedHall {
        var options = ImportOptions()
        options.fileStem = "flight"
        return try Importer.read(Data(text.utf8), options)
    }

    private func amadeus(_ seats: [(number: String, codes: [String], status: String?)], _ more: String = "") throws
        -> ImportedHall
    {
        let list = seats.enumerated().map { index, seat in
            let codes = seat.codes.map { "\"\($0)\"" }.joined(separator: ",")
            let pricing = seat.status.map {
                #"[{"seatAvailabilityStatus": "\#($0)", "price": {"currency": "EUR", "total": "\#(index + 20).50"}}]"#
            }
            return """
                {"number": "\(seat.number)", "cabin": "ECONOMY", "coordinates": {"x": \(index / 3), "y": \(index % 3)},
                 "characteristicsCodes": [\(codes)], "travelerPricing": \(pricing ?? "[]")}
                """
        }
        return try read(
            "{\"data\": [{\"decks\": [{\"deckConfiguration\": {}, \"seats\": [\(list.joined(separator: ","))]}]}]\(more)}"
        )
    }

    @Test(
        "codes become kinds, states, gaps and areas; the rest is told with its seats, and nothing is dropped silently")
    func codes() throws {
        let imported = try amadeus(
            [
                ("1A", ["W", "H", "1W"], nil), ("1B", ["9", "1W"], nil), ("1C", ["A", "1"], nil), ("2A", ["8"], nil),
                ("2B", ["E", "L"], nil), ("2C", ["E", "K", "ZZ9"], nil),
            ], #", "dictionaries": {"seatCharacteristic": {"ZZ9": "Has A Lamp"}}"#)
        let hall = imported.hall
        #expect(hall.seats.map(\.code) == ["1A", "1B", "1C", "2B", "2C"])
        #expect(hall.seats.map(\.kind) == [.wheelchair, .restrictedView, .standard, .standard, .standard])
        #expect(imported.states == [.available, .available, .blocked, .available, .available])
        #expect(
            hall.areas == [
                Area(
                    areaID: "exit-row-2", name: "Exit row 2", firstRow: 1, rowCount: 1, firstColumn: 1, columnCount: 2)
            ])
        #expect(hall.faults().isEmpty)
        let notes = imported.report.notes
        for words in [
            "beside an exit (E): 2 seats (2B 2C)", "restricted (1), 1 seat (1C)", "extra legroom (L), 1 seat (2B)",
            "bulkhead (K), 1 seat (2C)", "has a lamp (ZZ9), 1 seat (2C)", "wheelchair places",
            "1 entry in the list of seats",
        ] {
            #expect(notes.contains { $0.contains(words) }, "\(words) in \(notes)")
        }
    }

    @Test("a state that the file tells is not overruled by a code, and prices are told")
    func told() throws {
        let imported = try amadeus([("1A", ["1"], "AVAILABLE"), ("1B", ["LA"], "AVAILABLE"), ("1C", ["LA"], "BLOCKED")])
        #expect(imported.hall.seats.map(\.code) == ["1A", "1B"], "who can be bought is a seat, whatever its code says")
        #expect(imported.states == [.available, .available])
        #expect(
            imported.report.notes.contains { $0.hasSuffix("2 seats at EUR 20.50 to 21.50") }, "\(imported.report.notes)"
        )
    }

    private func duffel(_ remarks: String) throws -> ImportedHall {
        try read(
            """
            {"cabins": [{"cabin_class": "economy", "rows": [
              {"sections": [{"elements": [{"type": "exit_row"}]}, {"elements": [{"type": "exit_row"}]}]},
              {"sections": [{"elements": [{"type": "seat", "designator": "10A", \(remarks)}]},
                            {"elements": [{"type": "seat", "designator": "10C", "name": "Extra legroom",
                              "available_services": [{"total_amount": "12.30", "total_currency": "GBP"}]}]}]}]}]}
            """)
    }

    @Test(
        "words on a seat become its kind, unless they say the opposite",
        arguments: [
            (#""name": "Wheelchair accessible seat""#, SeatKind.wheelchair),
            (#""disclosures": ["Seat has no window"]"#, .restrictedView),
            (#""disclosures": ["Not suitable for passengers with reduced mobility"]"#, .standard),
            (#""seat_characteristics": [{"name": "For passengers with reduced mobility"}, "leg room"]"#, .wheelchair),
            (#""disclosures": [], "seat_characteristics": null"#, .standard),
        ])
    func words(remarks: String, kind: SeatKind) throws {
        let imported = try duffel(remarks)
        #expect(imported.hall.seats.map(\.kind) == [kind, .standard])
        #expect(imported.hall.areas.map(\.name) == ["Exit"] && imported.hall.areas[0].firstRow == 0)
        #expect(imported.report.notes.contains { $0.hasSuffix(": extra legroom, 1 seat (10C)") })
        #expect(imported.report.notes.contains { $0.hasSuffix("1 seat at GBP 12.30") })
        #expect(imported.hall.faults().isEmpty)
    }

    @Test("long lists of seats and remarks are cut")
    func long() {
        var traits = CabinTraits()
        for index in 0..<40 { traits.add("remark \(index)", "1A") }
        for index in 0..<20 { traits.add("remark 0", "\(index)B") }
        let notes = traits.notes()
        #expect(notes.count == Limits.reportedItems + 1)
        #expect(notes[0].hasSuffix("remark 0, 21 seats (1A 0B 1B 2B 3B 4B 5B 6B 7B 8B 9B 10B …)"))
        #expect(notes.last?.hasSuffix("20 more remarks on seats") == true)
    }
}
