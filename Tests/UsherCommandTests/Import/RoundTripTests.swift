import Foundation
import Testing
import UsherCore

@testable import UsherCommand

/// What was imported and exported is imported again as the same hall, whatever format it came from.
@Suite struct RoundTripTests {
    @Test("import, export and import give the same hall", arguments: LayoutSamples.all.map(\.name))
    func roundTrip(name: String) throws {
        let layout = try #require(LayoutSamples.all.first { $0.name == name })
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

    /// Names as people have them.
    private static let names = [
        "", "A", "Parkett \"links\"", "row, 1; a:b", "{[\\]}", "שורה א", "صف ١ (يمين)", "🎭👩‍🦽 loge", "é vs e\u{301}",
        "</title>&amp;",
        "日本 劇場", "a\u{202E}b", " blank at both ends ", "'=1+1", "%s%n",
    ]

    private static func random(using generator: inout SeededGenerator) -> Hall {
        func name(_ generator: inout SeededGenerator) -> String { names.randomElement(using: &generator) ?? "" }
        func number(_ generator: inout SeededGenerator) -> Float {
            Float(Int.random(in: -4_000...4_000, using: &generator)) / Float(Int.random(in: 1...97, using: &generator))
        }
        let size = (rows: Int.random(in: 1...9, using: &generator), columns: Int.random(in: 1...12, using: &generator))
        var hall = Hall(
            hallID: "h-\(size.rows)", name: name(&generator), rowCount: size.rows, columnCount: size.columns)
        hall.zones = (0..<Int.random(in: 0...4, using: &generator)).map {
            Zone(zoneID: "z.\($0)", name: name(&generator), color: $0 % 2 == 0 ? "#a0B1c2" : "")
        }
        hall.areas = (0..<Int.random(in: 0...2, using: &generator)).map {
            Area(
                areaID: "a:\($0)", name: name(&generator), firstRow: Int.random(in: 0..<size.rows, using: &generator),
                rowCount: 1, firstColumn: Int.random(in: 0..<size.columns, using: &generator), columnCount: 1)
        }
        if Bool.random(using: &generator) {
            hall.focalPoint = FocalPoint(row: number(&generator), column: number(&generator))
        }
        for row in 0..<size.rows {
            if Bool.random(using: &generator) {
                hall.rows.append(Row(index: row, label: name(&generator), offset: number(&generator)))
            }
            for column in 0..<size.columns where Int.random(in: 0..<4, using: &generator) > 0 {
                var seat = Seat(
                    code: "\(row)/\(column) \(name(&generator))", row: row, column: column, number: name(&generator),
                    zoneID: hall.zones.randomElement(using: &generator)?.zoneID ?? "",
                    kind: SeatKind.allCases.randomElement(using: &generator) ?? .standard)
                if Bool.random(using: &generator) { seat.x = number(&generator) }
                if Bool.random(using: &generator) { seat.y = number(&generator) }
                hall.seats.append(seat)
            }
        }
        hall.seats.shuffle(using: &generator)
        for pair in stride(from: 0, to: hall.seats.count - 1, by: 2) where Bool.random(using: &generator) {
            hall.seats[pair].partner = hall.seats[pair + 1].code
            hall.seats[pair + 1].partner = hall.seats[pair].code
        }
        return hall
    }

    @Test("any hall survives its file: names in every script, kinds, pairs, places, zones, areas, the focal point")
    func randomHalls() throws {
        for seed in UInt64(0)..<150 {
            var generator = SeededGenerator(seed: seed)
            let hall = Self.random(using: &generator)
            let exported = HallText.lines(try JSONLine.hall(hall))
            let again = try Importer.read(Data(exported.utf8), ImportOptions()).hall
            #expect(again == hall, "seed \(seed)")
            #expect(HallDiff(hall, again).changes.isEmpty, "seed \(seed)")
            // Byte for byte: `é` and `e` with an accent are the same text to a comparison of strings.
            #expect(HallText.lines(try JSONLine.hall(again)) == exported, "seed \(seed)")
            #expect(
                zip(hall.seats, again.seats).allSatisfy { $0.code.utf8.elementsEqual($1.code.utf8) }, "seed \(seed)")
        }
    }

    @Test("CSV keeps quotes, commas and line ends of names")
    func quoted() throws {
        let text =
            "code,x,y,zone,row label\r\n\"a\"\"1, b\",1,1,\"Zone \"\"Süd\"\", links\",\"A\r\nB\"\r\nc,2,1,צפון,\"A\r\nB\"\r\n"
        let hall = try Importer.read(Data(text.utf8), ImportOptions()).hall
        #expect(hall.seats.map(\.code) == ["a\"1, b", "c"])
        #expect(hall.zones.map(\.name) == ["Zone \"Süd\", links", "צפון"])
        #expect(hall.rows.map(\.label) == ["A\r\nB"])
        // A hall's labels have no line ends: a gateway says so, and nothing is changed on the way there.
        #expect(hall.faults().map(\.field) == ["hall.rows[0].label"])
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
