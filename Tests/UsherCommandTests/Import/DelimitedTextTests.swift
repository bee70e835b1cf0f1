import Testing
import UsherCore

@testable import UsherCommand

@Suite struct DelimitedTextTests {
    @Test("quoted fields hold delimiters, quotes and line breaks")
    func quotes() throws {
        let records = try DelimitedText.read("\u{FEFF}id,name\r\n1,\"a, \"\"b\"\"\nc\"\r\n2, plain \r\n\r\n")
        #expect(
            records.items == [
                .object(["id": .text("1"), "name": .text("a, \"b\"\nc")]),
                .object(["id": .text("2"), "name": .text("plain")]),
            ])
    }

    @Test("the delimiter is the one that the first line has most of")
    func delimiters() throws {
        #expect(try DelimitedText.read("a;b\n1;2,5").items[0] == .object(["a": .text("1"), "b": .text("2,5")]))
        #expect(try DelimitedText.read("a\tb\n1\t2").items[0] == .object(["a": .text("1"), "b": .text("2")]))
    }

    @Test("an open quote and a record that is too long are refused", arguments: ["a,b\n\"1,2", "a,b\n1,2,3"])
    func refuses(text: String) {
        #expect(throws: ImportError.self) { try DelimitedText.read(text) }
    }

    @Test("records know the lines of the file on which they begin, whatever line ends and breaks in quotes it has")
    func lines() throws {
        for end in ["\n", "\r\n", "\r"] {
            let text = ["", "a,b", "1,\"x", "y\"", "", "2,z", ""].joined(separator: end)
            let list = try DelimitedText.read(text)
            #expect(list.lines == [3, 6] && list.items.count == 2)
            #expect(list.place(1) == "line 6")
        }
    }

    @Test("a quote that is never closed is told by the line on which it opens")
    func openQuote() {
        let error = #expect(throws: ImportError.self) {
            try DelimitedText.read("a,b\n1,\"2\n3\"\n4,\"5\n6,7\n8,9\n")
        }
        #expect(error?.faults.map(\.field) == ["line 4, field 2"])
    }

    @Test("every record with more fields than names is told by its line; empty ones at its end do not count")
    func longRecords() throws {
        let error = #expect(throws: ImportError.self) { try DelimitedText.read("a,b\n1,2,3\n1,2,,\n1,2\n1,2,3,4\n") }
        #expect(
            error?.faults == [
                FieldFault("line 2", "has 3 fields; the first line names 2"),
                FieldFault("line 5", "has 4 fields; the first line names 2"),
            ])
        #expect(try DelimitedText.read("a,b\n1,2,,\n").items.count == 1)
    }

    @Test("two columns of one name are refused, columns without one are called by their places")
    func names() throws {
        let error = #expect(throws: ImportError.self) { try DelimitedText.read("x,y,x\n1,2,3\n") }
        #expect(error?.faults.first?.description.hasPrefix("is the name of fields 1 and 3") == true)
        let list = try DelimitedText.read("x,,\n1,2,3\n")
        #expect(list.items == [.object(["x": .text("1"), "column 2": .text("2"), "column 3": .text("3")])])
    }
}
