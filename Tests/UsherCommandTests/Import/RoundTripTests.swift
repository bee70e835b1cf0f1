import Foundation
import Testing
import UsherCore

@testable import UsherCommand

/// What was imported and exported is imported again as the same hall, whatever format it came from.
@Suite struct RoundTripTests {
    private static let layouts: [(format: ImportFormat, text: String)] = [
        (
            .pretix,
            """
            {"name": "P", "size": {"width": 10.5, "height": 9}, "categories": [{"name": "Rot", "color": "#F00"}],
             "zones": [{"name": "Z", "zone_id": "z", "position": {"x": 0.1, "y": 0}, "rows": [
               {"row_number": "A", "position": {"x": 3.3, "y": 0}, "seats": [
                 {"seat_guid": "a", "seat_number": "1", "category": "Rot", "position": {"x": 0, "y": 1e-13}},
                 {"seat_guid": "a", "seat_number": "2", "category": "Rot", "position": {"x": 0.7, "y": 0.1}}]}]}]}
            """
        ),
        (.flat, "id,x,y,zone,kind,pair\na b,2,1,Zoné,wheelchair,\nc,3,1,,,9\nd,4,2,,,9\n"),
        (.grid, "# hall\nA:  oo_LR\n\nB: _ooWC"),
        (
            .duffel,
            """
            {"cabins": [{"cabin_class": "first", "rows": [{"sections": [{"elements": [{"type": "seat", "designator": "1A"}]},
             {"elements": [{"type": "seat", "designator": "1D"}]}]}]}, {"cabin_class": "economy", "rows": [{"sections":
             [{"elements": [{"type": "seat", "designator": "5A"}, {"type": "restricted_seat_general"}]},
             {"elements": [{"type": "seat", "designator": "5D"}]}]}]}]}
            """
        ),
        (
            .amadeus,
            """
            {"decks": [{"deckConfiguration": {"width": 4}, "seats": [{"number": "3A", "cabin": "ECONOMY",
             "coordinates": {"x": 2, "y": 1}}, {"number": "4C", "coordinates": {"x": 4, "y": 3}}]}]}
            """
        ),
        (
            .percent,
            """
            [{"id": 1, "no": "1", "point_x": 1.1, "point_y": 1.3, "width": 2.3, "height": 3.1},
             {"id": 2, "no": "2", "point_x": 4.7, "point_y": 1.7, "width": 2.1, "height": 3.3}]
            """
        ),
    ]

    @Test("import, export and import give the same hall", arguments: layouts.map(\.format.rawValue))
    func roundTrip(format: String) throws {
        let layout = try #require(Self.layouts.first { $0.format.rawValue == format })
        let imported = try Importer.read(Data(layout.text.utf8), ImportOptions())
        #expect(imported.report.format == layout.format, "found by content")
        #expect(imported.hall.faults().isEmpty)
        let exported = HallText.lines(try JSONLine.hall(imported.hall))
        let again = try Importer.read(Data(exported.utf8), ImportOptions())
        #expect(again.report.format == .usher)
        #expect(again.hall == imported.hall)
        // A format that is told gives what is found.
        var options = ImportOptions()
        options.format = layout.format
        #expect(try Importer.read(Data(layout.text.utf8), options).hall == imported.hall)
    }

    @Test("an exported file has a line for each seat, and the same content as the one line of JSON")
    func lines() throws {
        let json = try JSONLine.hall(SampleHall.make())
        let text = HallText.lines(json)
        #expect(text.split(separator: "\n").count { $0.contains("\"code\"") } == SampleHall.make().seats.count)
        #expect(text.filter { !$0.isWhitespace } == json.filter { !$0.isWhitespace })
        let tricky = "{\"name\":\"a,{[\\\"\\\\\",\"seats\":[{\"code\":\"}\"}]}"
        #expect(HallText.lines(tricky).filter { !$0.isWhitespace } == tricky)
    }
}
