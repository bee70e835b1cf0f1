import Testing
import UsherCore

@testable import UsherCommand

@Suite struct SeatMapDrawingTests {
    /// Two rows with an aisle, the second shifted by half a seat; a wheelchair place, a pair, a row without seats.
    private let hall = Hall(
        hallID: "small", name: "Small", rowCount: 3, columnCount: 5,
        rows: [Row(index: 0, label: "A"), Row(index: 2, label: "BB", offset: 0.5)],
        seats: [
            Seat(code: "A1", row: 0, column: 0, zoneID: "z", kind: .wheelchair),
            Seat(code: "A2", row: 0, column: 1, zoneID: "z"),
            Seat(code: "A3", row: 0, column: 3, zoneID: "y"), Seat(code: "A4", row: 0, column: 4, zoneID: "y"),
            Seat(code: "B1", row: 2, column: 0, zoneID: "z", kind: .couple, partner: "B2"),
            Seat(code: "B2", row: 2, column: 1, zoneID: "z", kind: .couple, partner: "B1"),
            Seat(code: "B3", row: 2, column: 3, zoneID: "y", kind: .restrictedView),
        ], zones: [Zone(zoneID: "z", name: "Left"), Zone(zoneID: "y")])

    private func style(_ width: Int = 80, color: Bool = false, unicode: Bool = true) -> DrawStyle {
        DrawStyle(width: width, height: nil, color: color, unicode: unicode)
    }

    @Test("rows, gaps, offsets, labels, kinds, states, legend and position are drawn")
    func golden() {
        let status = MapStatus(
            title: "Small", position: Position(epoch: "e1", seq: 7), connection: .live, footer: "last")
        let lines = SeatMapDrawing(hall, style()).lines([1, 2, 3, 4, 1, 1, 9], status)
        #expect(
            lines == [
                "Small",
                "",
                "   ▔▔ stage ▔▔",
                " A w ◐   ● ×  A",
                "",
                "BB  ○‿○   ?   BB",
                "",
                "○ free 3 · ◐ locked 1 · ● sold 1 · × blocked 1 · ? unknown 1 · 7 seats",
                "w wheelchair place, free · r restricted view, free · ○‿○ couple's seats",
                "Left: 3 of 4 free · y: 0 of 3 free",
                "◉ live · epoch e1, seq 7",
                "last",
            ])
    }

    @Test("diagnostics are drawn in as many lines as the terminal needs, none of them cut")
    func diagnostics() {
        let parts = ["position e1/7", "live", "reconnects 2", "bytes 1234", "dropped 3", "repaired 1"]
        let status = MapStatus(connection: .live, footer: "last", diagnostics: parts)
        let narrow = SeatMapDrawing(hall, style(34)).lines([], status)
        #expect(
            narrow.suffix(3) == ["last", "position e1/7, live, reconnects 2", "bytes 1234, dropped 3, repaired 1"])
        #expect(SeatMapDrawing(hall, style(120)).lines([], status).last == parts.joined(separator: ", "))
        var short = style(34)
        short.height = 10
        let lines = SeatMapDrawing(hall, short).lines([], status)
        #expect(lines.count <= 10 && lines.last?.hasSuffix("repaired 1") == true)
    }

    @Test("without UTF-8 every sign is ASCII")
    func ascii() {
        let lines = SeatMapDrawing(hall, style(unicode: false)).lines(
            [1, 2, 3, 4, 1, 1, 1], MapStatus(connection: .live))
        #expect(lines.allSatisfy { $0.allSatisfy(\.isASCII) })
        #expect(lines[0] == "   == stage ==")
        #expect(lines[1] == " A w %   # x  A")
        #expect(lines[3] == "BB  o-o   r   BB")
    }

    @Test("signs tell all states apart without colour", arguments: [true, false])
    func signs(unicode: Bool) {
        let signs = SeatSigns(isUnicode: unicode)
        for kind in SeatKind.allCases {
            let all = [0, 1, 2, 3, 4, 200].map { signs.sign($0, kind) }
            #expect(Set(all.dropFirst()).count == 5)
            #expect(all[0] == "?")
        }
    }

    @Test("colours wrap runs of one state and are closed")
    func colors() {
        let lines = SeatMapDrawing(hall, style(color: true)).lines([1, 1, 3, 3, 1, 1, 1], MapStatus())
        #expect(lines[1] == " A \u{1B}[32mw ○ \u{1B}[0m  \u{1B}[31m● ● \u{1B}[0m A")
    }

    @Test("a narrow terminal gets one character a seat")
    func narrow() {
        let lines = SeatMapDrawing(hall, style(20 - 6)).lines([], MapStatus())
        #expect(lines[1] == " A w○ ○○  A")
    }

    @Test("what does not fit is cut, and a line says so")
    func cropped() {
        let wide = Hall(
            hallID: "wide", rowCount: 30, columnCount: 300,
            seats: (0..<30).flatMap { row in (0..<300).map { Seat(code: "\(row).\($0)", row: row, column: $0) } })
        var style = style(40)
        style.height = 20
        style.firstRow = 4
        style.firstColumn = 290
        let lines = SeatMapDrawing(wide, style).lines([], MapStatus())
        #expect(lines.count <= 20)
        #expect(
            lines.contains { $0.hasPrefix("(shown: rows 5-21 of 30, columns 263-300 of 300;") },
            "\(lines)")
    }

    @Test("names of others cannot move the cursor")
    func hostile() {
        var hostile = hall
        hostile.rows[0].label = "\u{1B}[2J"
        hostile.zones[0].name = "x\u{7}\u{202E}"
        let status = MapStatus(title: "\u{1B}]0;pwned\u{7}")
        let text = SeatMapDrawing(hostile, style()).lines([], status).joined()
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" })
    }

    @Test("a hall of nothing is drawn as nothing")
    func empty() {
        let lines = SeatMapDrawing(Hall(hallID: "", rowCount: 0, columnCount: 0), style()).lines([], MapStatus())
        #expect(lines == ["", "○ free 0 · ◐ locked 0 · ● sold 0 · × blocked 0 · 0 seats"])
    }
}
