import Foundation
import Testing
import UsherCore

@testable import UsherCommand

/// Files that nobody meant well, or that a program wrote in its own way.
@Suite struct LayoutBytesTests {
    private func read(_ data: Data, _ format: ImportFormat? = nil) throws -> ImportedHall {
        var options = ImportOptions()
        options.format = format
        return try Importer.read(data, options)
    }

    private func message(_ data: Data) -> String {
        do {
            _ = try read(data)
            return ""
        } catch {
            return (error as? ImportError)?.message ?? "\(error)"
        }
    }

    @Test("UTF-16 of a spreadsheet and a mark of UTF-8 are read")
    func encodings() throws {
        let table = "id\tx\ty\nä\t1\t1\n"
        for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
            let mark: [UInt8] = encoding == .utf16LittleEndian ? [0xFF, 0xFE] : [0xFE, 0xFF]
            let data = Data(mark) + (try #require(table.data(using: encoding)))
            #expect(try read(data).hall.seats.map(\.code) == ["ä"])
        }
        let marked = Data([0xEF, 0xBB, 0xBF]) + Data("{\"rowCount\": 1, \"columnCount\": 1, \"seats\": []}".utf8)
        #expect(try read(marked).report.format == .usher)
    }

    @Test("another encoding is refused with the line that shows it")
    func latin() {
        #expect(
            message(Data("id,x,y\na,1,1\n".utf8) + Data([0xE4, 0x2C, 0x31, 0x2C, 0x31])).hasPrefix("line 3 is no UTF-8")
        )
        #expect(message(Data("ab\0".utf8)).contains("UTF-16 needs its mark"))
        #expect(message(Data()) == "the file is empty")
        #expect(message(Data(" \n\t".utf8)) == "the file is empty")
    }

    @Test("deep nesting is refused before a parser sees it")
    func deep() {
        for count in [100, 1_000_000] {
            let open = String(repeating: "[", count: count)
            #expect(message(Data(open.utf8)).contains("nested"))
            let objects = String(repeating: "{\"a\":", count: count)
            #expect(message(Data(objects.utf8)).contains("nested"))
            let markup = "<?xml version=\"1.0\"?><plist>" + String(repeating: "<array>", count: count)
            #expect(message(Data(markup.utf8)).contains("nested"))
        }
    }

    @Test("more values than a hall's file has are refused before they are built")
    func values() {
        let many = "[" + String(repeating: "1,", count: Limits.importValues + 1) + "1]"
        #expect(message(Data(many.utf8)).contains("values"))
    }

    @Test("a binary property list, which can name one list without end, is refused before a parser sees it")
    func binary() {
        #expect(message(Data("bplist00".utf8) + Data([0xA0, 8])).contains("plutil -convert xml1"))
    }

    @Test(
        "files of other kinds are told by how they begin, and other bytes that are no text by the first of them",
        arguments: [
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "a picture"),
            ([0x50, 0x4B, 3, 4, 20, 0], "save the sheet as CSV"),
            ([0x1F, 0x8B, 8, 0], "unpack it"), (Array("%PDF-1.4\n".utf8), "a PDF"),
            ([0x7F, 0x45, 0x4C, 0x46, 2], "a program"),
            ([0x41, 0x42, 0x07, 0x43], "its byte 3 is 0x07"),
            (Array("<!-- <plist> --><html><body/></html>".utf8), "<html>"),
            (Array("<?xml version=\"1.0\"?><svg/>".utf8), "<svg>"),
        ] as [([UInt8], String)])
    func foreign(bytes: [UInt8], words: String) {
        #expect(message(Data(bytes)).contains(words), "\(message(Data(bytes)))")
    }

    @Test(
        "what is no layout that is known is refused with what was looked for, and not called a grid",
        arguments: [
            "42", "42\n", "Dear Sir,\nplease find the\nseats below.\n", "{\"a\": 1}", "[1, 2, 3]",
            "hello;world\nfoo;bar\n",
        ])
    func unknown(text: String) {
        let error = #expect(throws: ImportError.self) { try read(Data(text.utf8)) }
        #expect(error?.message.hasPrefix("the file is of no layout that is known") == true)
        #expect(error?.faults.map(\.field) == ImportFormat.allCases.map(\.rawValue))
        // Who says that it is a grid hears what is wrong with it as one.
        let told = #expect(throws: ImportError.self) { try read(Data(text.utf8), .grid) }
        #expect(told?.message.hasPrefix("the file is of no layout") == false)
    }

    @Test("a grid with some signs of its own is still a grid, whose signs must be told")
    func nearly() {
        #expect(message(Data("A: oo?oo\nB: oo?oo\n".utf8)) == "the grid cannot be read")
    }

    @Test("a lone bracket that begins a grid of signs is no JSON")
    func brackets() throws {
        let imported = try read(Data("[]oo_[]\noooo_oo\n".utf8))
        #expect(imported.report.format == .grid)
        #expect(imported.hall.seats.count { !$0.partner.isEmpty } == 4)
    }

    @Test(
        "what is no layout is refused in every format",
        arguments: [
            "null", "[]", "[null]", "[[]]", "{\"seats\": {}}", "{\"decks\": [{\"seats\": 5}]}",
            "{\"cabins\": [1]}",
            "{\"data\": []}", "NaN", "[NaN]", "<plist/>",
            "bplist00",
            "{\"cabins\": [{\"rows\": [{\"sections\": [{\"elements\": [{\"type\": 5}, null]}]}]}]}",
            "{\"decks\": [{\"deckConfiguration\": {\"width\": 1e300}, \"seats\": [{\"coordinates\": {\"x\": \"NaN\"}}]}]}",
        ])
    func refuses(text: String) {
        for format in [nil] + ImportFormat.allCases.map(Optional.init) {
            #expect(throws: ImportError.self, "\(String(describing: format))") { try read(Data(text.utf8), format) }
        }
    }

    @Test(
        "a record that is none is told by its place, and an object of nothing is no layout unless it is said to be a hall"
    )
    func nothing() {
        let error = #expect(throws: ImportError.self) {
            try read(Data("{\"zones\": [{\"rows\": [{\"seats\": [null, 1]}]}]}".utf8))
        }
        #expect(error?.faults.map(\.field) == ["zones[0].rows[0].seats[0]", "zones[0].rows[0].seats[1]"])
        #expect(throws: ImportError.self) { try read(Data("{}".utf8)) }
        #expect(throws: Never.self) { try read(Data("{}".utf8), .usher) }
    }
}
