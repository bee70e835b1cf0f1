import Testing

@testable import UsherCommand

@Suite struct DelimitedTextTests {
    @Test("quoted fields hold delimiters, quotes and line breaks")
    func quotes() throws {
        let records = try DelimitedText.read("\u{FEFF}id,name\r\n1,\"a, \"\"b\"\"\nc\"\r\n2, plain \r\n\r\n")
        #expect(
            records == [
                .object(["id": .text("1"), "name": .text("a, \"b\"\nc")]),
                .object(["id": .text("2"), "name": .text("plain")]),
            ])
    }

    @Test("the delimiter is the one that the first line has most of")
    func delimiters() throws {
        #expect(try DelimitedText.read("a;b\n1;2,5")[0] == .object(["a": .text("1"), "b": .text("2,5")]))
        #expect(try DelimitedText.read("a\tb\n1\t2")[0] == .object(["a": .text("1"), "b": .text("2")]))
    }

    @Test("an open quote and a record that is too long are refused", arguments: ["a,b\n\"1,2", "a,b\n1,2,3"])
    func refuses(text: String) {
        #expect(throws: ImportError.self) { try DelimitedText.read(text) }
    }
}
