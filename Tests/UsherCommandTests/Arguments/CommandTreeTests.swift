import Testing

@testable import UsherCommand

@Suite struct CommandTreeTests {
    @Test("every command prints its help and exits 0", arguments: CommandTree.usher.commands.map(\.name))
    func help(name: String) async {
        let recorder = RecordingConsole()
        let code = await UsherCommand.run(name.split(separator: " ").map(String.init) + ["--help"], recorder.console)
        #expect(code == 0)
        #expect(recorder.out.contains("usage: usher \(name)"))
        #expect(recorder.error.isEmpty)
    }

    @Test("the program's help names every command of the contract")
    func programHelp() async {
        let recorder = RecordingConsole()
        #expect(await recorder.run("--help") == 0)
        let names = [
            "serve", "import", "show create", "watch", "seats", "suggest", "lock", "renew", "pay", "confirm", "release",
            "refund", "demo", "room join", "room watch", "focus start", "focus stats",
        ]
        for name in names { #expect(recorder.out.contains("\n  \(name) "), "\(name)") }
    }

    @Test("the version is one line")
    func version() async {
        let recorder = RecordingConsole()
        #expect(await recorder.run("--version") == 0)
        #expect(recorder.out == "usher \(Version.text)\n")
    }

    @Test(
        "what is not understood exits 2 and guesses what was meant",
        arguments: [
            (["wacth", "s"], "did you mean `usher watch`?"), (["show", "creat"], "did you mean `usher show create`?"),
            (["show"], "needs one of: create, get, list, update, cancel"), (["lock"], "needs SHOW"),
            (["--server", "x", "lock"], "options come after the command"), (["seats", "s", "--jsn"], "`--json`"),
            (["refund", "S"], "either seats or --all"), (["refund", "S", "A", "--all"], "either seats or --all"),
            (["show", "create", "--id", "s"], "needs --hall"),
            (["serve", "--listen", "0.0.0.0:50051"], "--insecure"), (["serve", "--listen", "x"], "HOST:PORT"),
            (["seats", "s", "--server", "a b:c"], "no address"), (["suggest", "s"], "--count"),
            (["suggest", "s", "--count", "51"], "from 1 to 50"),
            (["suggest", "s", "--count", "2", "--limit", "21"], "from 1 to 20"),
            (["lock", "s", "--best", "51"], "from 1 to 50"),
            (["room", "wach", "r"], "did you mean `usher room watch`?"),
            (["room", "create", "--id", "r"], "needs --hall"),
            (["room", "status", "t", "focussing"], "did you mean `focusing`?"),
            (["room", "join", "r"], "nobody is named"),
            (["room", "join", "r", "--member", "a", "--seconds", "5"], "goes with --stay"),
            (["focus", "list"], "USHER_MEMBER"),
            (["focus", "pause", "f", "--at", "soon"], "takes a time"), (["focus", "finish"], "needs SESSION"),
            (["focus", "stats", "a", "--zone", "Europe/Berlinn"], "did you mean `Europe/Berlin`?"),
            (["focus", "stats", "a", "--days", "7", "--from", "2027-01-01T00:00:00Z"], "either --days or --from"),
            (["focus", "stats", "a", "--by", "month"], "day, week"),
        ])
    func notUnderstood(arguments: [String], text: String) async {
        let recorder = RecordingConsole()
        #expect(await UsherCommand.run(arguments, recorder.console) == 2)
        #expect(recorder.error.contains(text), "\(recorder.error)")
        #expect(recorder.out.isEmpty)
    }
}
