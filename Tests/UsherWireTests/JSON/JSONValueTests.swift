import Testing
import UsherCore

@testable import UsherWire

@Suite("JSON text")
struct JSONValueTests {
    @Test(
        "what is JSON is parsed and written again",
        arguments: [
            "null", "true", "false", "0", "-1.5e+10", "\"\"", "[]", "{}", "[1,[2,{\"a\":null}],\"b\"]",
            "{\"a\":1,\"b\":{\"c\":[true,false]}}", "\"Ä🎬\"",
        ])
    func roundTrip(text: String) throws {
        let value = try JSONValue(parsing: text)
        #expect(value.text() == text)
        #expect(try JSONValue(parsing: value.text(pretty: true)) == value)
        #expect(try JSONValue(parsing: " \n\t\r" + text + " \n") == value)
    }

    @Test("escapes are understood")
    func escapes() throws {
        #expect(try JSONValue(parsing: #""\"\\\/\b\f\n\r\t\u00e4\ud83c\udfac""#) == .string("\"\\/\u{8}\u{c}\n\r\tä🎬"))
        #expect(JSONValue.string("\"\\\n\u{1}\u{7f}").text() == #""\"\\\n\u0001\u007f""#)
    }

    @Test(
        "what is not JSON is refused",
        arguments: [
            "", " ", "nul", "nulll", "tru", "01", "-", "1.", ".5", "1e", "+1", "0x1", "NaN", "[1,]", "[1 2]", "[", "{",
            "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "\"", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"",
            "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"a\nb\"", "1 2", "//x\n1", "\u{feff}1", "]", "'a'",
        ])
    func refused(text: String) {
        #expect(throws: WireError.self) { try JSONValue(parsing: text) }
    }

    @Test("bytes that are not UTF-8 are refused")
    func notUTF8() {
        #expect(throws: WireError.self) { try JSONValue(parsing: [0x22, 0xff, 0x22]) }
    }

    @Test("faults name their line and column")
    func places() {
        #expect(throws: WireError(.malformed, "line 3, column 8: ',' or ']' is expected")) {
            try JSONValue(parsing: "{\n  \"b\": 1,\n\"a\":[1 2]}")
        }
    }

    @Test("deep nesting is refused, not followed")
    func nesting() throws {
        let deep = { (depth: Int) in String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        _ = try JSONValue(parsing: deep(Limits.jsonDepth))
        #expect(throws: WireError.self) { try JSONValue(parsing: deep(Limits.jsonDepth + 1)) }
        #expect(throws: WireError.self) { try JSONValue(parsing: String(repeating: "[", count: 1_000_000)) }
    }

    @Test("mutated texts are refused or parsed, and never crash")
    func mutations() {
        var random = SeededGenerator(seed: 7)
        let original = Array(#"{"a":[1,-2.5e3,"x\u00e4\ud83c\udfac",{"b":null,"c":true}],"d":"ä"}"#.utf8)
        for _ in 0..<10_000 {
            var text = original
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                text[Int.random(in: 0..<text.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            do {
                let value = try JSONValue(parsing: text)
                #expect(try JSONValue(parsing: value.text()) == value)
            } catch {
                #expect(error.code == .malformed)
            }
        }
    }
}
