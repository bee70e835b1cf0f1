import Foundation
import Testing
import UsherCore

@testable import UsherCommand

/// Halls in and out of a gateway, and what changes between their revisions.
@Suite(.timeLimit(.minutes(5))) struct HallCommandTests {
    private func file(_ name: String, in directory: String, _ text: String) throws -> String {
        let path = directory + "/" + name
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    private func withDirectory(_ body: (String) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("usher-\(UUID())").path
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try await body(directory)
    }

    @Test("an exported hall imports as the same revision; two revisions are compared, with what shows would lose")
    func exportAndDiff() async throws {
        try await withDirectory { directory in
            try await GatewaySession.with { session in
                let grid = try file("den.txt", in: directory, "A: oo_oo\nB: ooLRo\n")
                #expect(await session.run(["import", grid]).out == "hall den, revision 1: 9 seats\n")
                let path = directory + "/kept.json"
                let exported = await session.run(["hall", "export", "den", "-o", path])
                #expect(exported.code == 0 && exported.out.isEmpty, "\(exported.error)")
                #expect(await session.run(["import", path]).out == "hall den, revision 1: 9 seats\n")
                let printed = await session.run(["hall", "export", "den@1", "--output=-"])
                #expect(try printed.out == String(contentsOfFile: path, encoding: .utf8))

                #expect(await session.run(["show", "create", "--hall", "den", "--id", "s"]).code == 0)
                #expect(await session.run(["lock", "s", "B-5-1"]).code == 0)
                let next = try file("den2.txt", in: directory, "A: oo_oo\nB: ooLR\n")
                let told = await session.run(["hall", "diff", "den", next])
                #expect(told.code == 0, "\(told.error)")
                #expect(!told.out.contains("the hall's id"), "a file is taken for the next revision")
                #expect(told.out.contains("1 seat removed:\n  row B: B-5-1\n"))
                #expect(
                    told.out.contains("running shows would lose 1 seat that is sold or locked:\n  s: B-5-1 (locked)\n")
                )
                #expect(await session.run(["import", next, "--hall", "den"]).out.contains("revision 2"))
                let revisions = await session.run(["hall", "diff", "den@1", "den@2", "--json"])
                #expect(revisions.out.contains(#"{"field":"","from":"B-5-1","id":"B-5-1","subject":"seat"}"#))
                #expect(
                    revisions.out.contains(#""losses":[{"seat":"B-5-1","showId":"s","state":"SEAT_STATE_LOCKED"}]"#))
                #expect(await session.run(["hall", "diff", "den@2", "den"]).out.contains("no difference"))
                let files = await session.run(["hall", "diff", grid, next])
                #expect(files.error.contains("running shows were not asked"))
                #expect(await session.run(["hall", "diff", "den@9", "den"]).error.hasPrefix("HALL_UNKNOWN"))
                let broken = try file("den3.txt", in: directory, "A: oo?oo\n")
                let named = await session.run(["hall", "diff", grid, broken])
                #expect(named.code == 1 && named.error.hasPrefix("\(broken): the grid cannot be read"))
                #expect(await session.run(["hall", "diff", grid, directory + "/"]).error.contains("is a directory"))
                #expect(await session.run(["hall", "export", path]).code == 2)
            }
        }
    }

    @Test("a file of two maps makes two halls when asked for all, and none when one of them is not in order")
    func maps() async throws {
        func map(_ seats: [String]) -> String {
            let list = seats.enumerated().map { #"{"number": "\#($1)", "coordinates": {"x": 0, "y": \#($0)}}"# }
            return "{\"decks\": [{\"deckConfiguration\": {}, \"seats\": [\(list.joined(separator: ","))]}]}"
        }
        try await GatewaySession.with { session in
            let two = "[\(map(["1A", "1B"])), \(map(["1A"]))]"
            let refused = await session.run(["import", "-", "--hall", "jet"], input: two)
            #expect(refused.code == 1)
            #expect(
                refused.error.contains("say --map N for one of them, or --map all") && refused.error.contains("map 2: ")
            )
            let looked = await session.run(["import", "-", "--hall", "jet", "--dry-run"], input: two)
            #expect(looked.code == 0 && looked.error.contains("2 maps: to put them, say --map N"), "\(looked.error)")
            let long = String(repeating: "x", count: 70)
            let broken = await session.run(
                ["import", "-", "--hall", "jet", "--map", "all", "--name", long + "\n"], input: two)
            #expect(broken.code == 1 && broken.error.contains("FIELDS"))
            #expect(await session.run(["hall", "list"]).out.isEmpty)
            let both = await session.run(["import", "-", "--hall", "jet", "--map", "all"], input: two)
            #expect(both.out == "hall jet-1, revision 1: 2 seats\nhall jet-2, revision 1: 1 seat\n")
        }
    }

    @Test("a dry run says what it understood, zone by zone, and draws it without a gateway")
    func dryRun() async {
        let recorder = RecordingConsole(input: "A: oo_LR\nB: oW_oo\n")
        #expect(await recorder.run("import", "-", "--dry-run", "--cells", "o=seat/Stalls", "--server", "none:1") == 0)
        #expect(
            recorder.error.contains("read as grid: 8 seats in 2 rows, 5 columns, 2 gaps inside rows, 1 pair, 1 zone\n"))
        #expect(recorder.error.contains("  Stalls: 5 seats in 2 rows\n"))
        #expect(recorder.error.contains("  (none): 3 seats in 2 rows, 1 wheelchair place, 1 pair\n"))
        #expect(recorder.error.contains("guess: the format, by content\n"))
        #expect(recorder.out.contains("A ○ ○   ○‿○ A"))
    }

    @Test(
        "options that nobody can read are told",
        arguments: [
            ["--cells", "o"], ["--cells", "o=chair"], ["--aspect", "wide"], ["--aspect", "0:9"], ["--format", "excel"],
        ])
    func badOptions(options: [String]) async {
        let recorder = RecordingConsole(input: "A: oo")
        #expect(await UsherCommand.run(["import", "-", "--dry-run"] + options, recorder.console) == 2)
    }
}
