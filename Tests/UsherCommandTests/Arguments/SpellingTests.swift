import Testing

@testable import UsherCommand

@Suite struct SpellingTests {
    @Test(
        "distance counts insertions, deletions, replacements and swaps",
        arguments: [
            ("watch", "watch", 0), ("wtach", "watch", 1), ("wach", "watch", 1), ("watcch", "watch", 1),
            ("wotch", "watch", 1), ("", "ab", 2), ("lock", "release", 6),
        ])
    func distance(from: String, to: String, expected: Int) {
        #expect(Spelling.distance(from, to) == expected)
    }

    @Test("a far word is no suggestion")
    func far() {
        #expect(Spelling.nearest("xyzzy", among: ["watch", "lock"]) == nil)
        #expect(Spelling.nearest("imprt", among: ["import", "show"]) == "import")
        #expect(Spelling.nearest("conf", among: ["confirm", "show"]) == "confirm")
    }
}
