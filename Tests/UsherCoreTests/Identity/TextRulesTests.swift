import Testing
import UsherCore

@Suite struct TextRulesTests {
    @Test(
        "ids are 1 to 64 of their characters",
        arguments: [
            ("A-Za-z0-9._:-", true), ("a", true), ("", false), ("a b", false), ("ä", false), ("a/b", false),
            ("a\u{0}", false), (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false),
        ])
    func ids(text: String, accepted: Bool) {
        #expect(TextRules.isID(text) == accepted)
        #expect((TextRules.idFault(text, field: "holder") == nil) == accepted)
    }

    @Test("control characters are never plain, other characters count once each")
    func plain() {
        for control in Array(0x00...0x1f) + Array(0x7f...0x9f) {
            #expect(!TextRules.isPlain("a" + String(UnicodeScalar(UInt32(control))!), atMost: 10))
        }
        #expect(TextRules.isPlain("\u{a0}👩🏽‍🚀", atMost: 5))
        #expect(!TextRules.isPlain("\u{a0}👩🏽‍🚀", atMost: 4))
        #expect(TextRules.isPlain("", atMost: 0))
        #expect(TextRules.requestIDFault("") == nil)
        #expect(TextRules.requestIDFault("any id you like") == nil)
        #expect(TextRules.requestIDFault(String(repeating: "x", count: 65))?.field == "request_id")
    }
}
