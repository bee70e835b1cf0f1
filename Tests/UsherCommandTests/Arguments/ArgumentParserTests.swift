import Testing

@testable import UsherCommand

@Suite struct ArgumentParserTests {
    private let command = CommandSpec(
        "lock", "lock seats",
        positionals: [PositionalSpec("SHOW", "the show"), PositionalSpec("SEAT", "seats", count: .many(minimum: 1))],
        options: [
            OptionSpec("holder", "ID", "for whom"), OptionSpec("tag", "TAG", repeats: true, "tags"),
            OptionSpec(flag: "json", "as JSON"), OptionSpec("output", "FILE", short: "o", "where to"),
        ]
    ) { _, _ in }

    @Test("values follow their option or an equals sign")
    func values() throws {
        let parsed = try ArgumentParser.parse(
            ["s", "--holder", "ada", "A-1", "--tag=x", "--tag=", "--json"], for: command)
        #expect(parsed.positionals == ["s", "A-1"])
        #expect(parsed["holder"] == "ada")
        #expect(parsed.all("tag") == ["x", ""])
        #expect(parsed.has("json"))
    }

    @Test("an option may have a letter, which is no name of its own")
    func letters() throws {
        #expect(try ArgumentParser.parse(["s", "A-1", "-o", "map.json"], for: command)["output"] == "map.json")
        #expect(try ArgumentParser.parse(["s", "A-1", "-o=-"], for: command)["output"] == "-")
        for wrong in ["--o", "-h", "-output"] {
            #expect(throws: UsageError.self) { try ArgumentParser.parse(["s", "A-1", wrong, "x"], for: command) }
        }
        #expect(command.help.contains("-o, --output FILE"))
    }

    @Test("after two dashes all is positional, and a lone dash is too")
    func literal() throws {
        let parsed = try ArgumentParser.parse(["s", "-", "--", "--holder", "-x"], for: command)
        #expect(parsed.positionals == ["s", "-", "--holder", "-x"])
    }

    @Test(
        "a wrong command line is told with what to do",
        arguments: [
            (["s", "A", "--holdr", "x"], "did you mean `--holder`?"), (["s", "A", "--holder"], nil),
            (["s", "A", "--json=1"], nil), (["s"], nil), (["s", "A", "--holder", "a", "--holder", "b"], nil),
            (["s", "A", "-j"], nil), (["s", "A", "--holder", "--json"], nil),
        ] as [([String], String?)])
    func faults(arguments: [String], hint: String?) {
        let error = #expect(throws: UsageError.self) { try ArgumentParser.parse(arguments, for: command) }
        if let hint { #expect(error?.hint == hint) }
    }

    @Test("a missing positional is named")
    func missing() {
        let error = #expect(throws: UsageError.self) { try ArgumentParser.parse(["s"], for: command) }
        #expect(error?.message == "`lock` needs SEAT: seats")
    }

    @Test("numbers and choices are checked")
    func typed() throws {
        var parsed = ParsedArguments()
        parsed.values = ["n": ["7"], "bad": ["7x"], "rule": ["strikt"]]
        #expect(try parsed.integer("n", in: 1...9) == 7)
        #expect(throws: UsageError.self) { try parsed.integer("n", in: 1...6) }
        #expect(throws: UsageError.self) { try parsed.integer("bad", in: 1...9) }
        let error = #expect(throws: UsageError.self) { try parsed.choice("rule", of: ["off", "strict"]) }
        #expect(error?.hint == "did you mean `strict`?")
    }
}
