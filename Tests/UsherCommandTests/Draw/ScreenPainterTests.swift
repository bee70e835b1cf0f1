import Testing

@testable import UsherCommand

@Suite struct ScreenPainterTests {
    @Test("only lines that differ are written")
    func difference() {
        var painter = ScreenPainter()
        let first = painter.paint(["a", "b", "c"], width: 80, height: 24)
        #expect(first.contains("\u{1B}[2J"))
        #expect(painter.paint(["a", "b", "c"], width: 80, height: 24) == "")
        let second = painter.paint(["a", "B", "c"], width: 80, height: 24)
        #expect(second.contains("\u{1B}[2;1HB"))
        #expect(!second.contains("\u{1B}[1;1H") && !second.contains("\u{1B}[2J"))
    }

    @Test("lines that are gone are erased, a new size draws all again, and nothing goes below the terminal")
    func sizes() {
        var painter = ScreenPainter()
        _ = painter.paint(["a", "b"], width: 80, height: 24)
        #expect(painter.paint(["a"], width: 80, height: 24).contains("\u{1B}[2;1H\u{1B}[0m\u{1B}[K"))
        #expect(painter.paint(["a"], width: 40, height: 24).contains("\u{1B}[1;1Ha"))
        #expect(!painter.paint(["a", "b", "c"], width: 40, height: 2).contains("\u{1B}[3;1H"))
    }

    @Test("a line that is wider than the terminal is cut, colours not counted")
    func clipped() {
        #expect(DisplayText.clip("\u{1B}[32mabc\u{1B}[0mdef", 4) == "\u{1B}[32mabc\u{1B}[0md")
        #expect(DisplayText.clip("区区区", 5) == "区区")
        var painter = ScreenPainter()
        #expect(!painter.paint(["abcdef"], width: 3, height: 2).contains("d"))
    }
}
