import Foundation
import Testing
import UsherCore

@testable import Usher
@testable import UsherCommand

@Suite struct RPCWordsTests {
    /// The names of all rpcs, from the published contract.
    private static func rpcs() throws -> [String] {
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        let folder = root.appendingPathComponent("proto/usher/v1")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().flatMap { name in
            try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
                .matches(of: /rpc (\w+)\(/).map { String($0.1) }
        }
    }

    @Test("every rpc but the one for devices that were offline has its command, and every such command exists")
    func commands() throws {
        let rpcs = try Self.rpcs()
        #expect(rpcs.count == 43)
        #expect(Set(rpcs).subtracting(RPCWords.commands.keys) == ["SyncFocus"])
        #expect(Set(RPCWords.commands.keys).subtracting(rpcs).isEmpty)
        let known = CommandTree.usher.commands
        for text in RPCWords.commands.values {
            let words = text.split(separator: " ").map(String.init)
            let command = try #require(known.first { words.starts(with: $0.path) }, "\(text)")
            for option in words.dropFirst(command.path.count) {
                #expect(command.options.contains { "--\($0.name)" == option }, "\(text)")
            }
        }
    }

    @Test("rpcs in sentences become commands, other words stay")
    func told() {
        #expect(
            RPCWords.told("There is no show x; make it with CreateShow.")
                == "There is no show x; make it with `usher show create`.")
        #expect(RPCWords.told("GetShowX, NoRpc and McDonald") == "GetShowX, NoRpc and McDonald")
    }

    @Test("a field fault is told once: alone in the sentence, several as lines")
    func faults() {
        func failure(_ message: String, _ faults: [FieldFault]) -> CommandFailure {
            ClientErrors.failure(
                UsherError(.invalidArgument, reason: "FIELDS", message: message, faults: faults),
                ServerAddress(host: "h", port: 1))
        }
        let one = FieldFault("show.title", "must be short")
        let two = FieldFault("show.ends_at", "must be later")
        let alone = failure("show.title: must be short", [one])
        #expect(alone.message == "show.title: must be short" && alone.lines.isEmpty)
        let several = failure("2 faulty fields; the first is show.title: must be short", [one, two])
        #expect(several.message == "2 faulty fields")
        #expect(several.lines == ["show.title: must be short", "show.ends_at: must be later"])
        // A sentence that was cut does not say it all.
        #expect(failure("show.title: must b…", [one]).lines == ["show.title: must be short"])
        let cut = failure("3 faulty fields; the first is show.title: must be short", [one, FieldFault("", "2 more")])
        #expect(cut.lines == ["show.title: must be short", "2 more"])
    }

    @Test("what a gateway refuses is told in the words of the command line")
    func endToEnd() async throws {
        try await GatewaySession.with { session in
            let missing = await session.run(["show", "get", "nobody"])
            #expect(missing.error == "SHOW_UNKNOWN: There is no show 'nobody'; make it with `usher show create`.\n")
            #expect(await session.run(["room", "show", "nobody"]).error.contains("`usher room create`"))
            #expect(
                await session.run(["show", "create", "--hall", "nobody", "--id", "s"]).error.contains("`usher import`"))
            let title = String(repeating: "t", count: 1_000)
            let hall = try JSONLine.hall(SampleHall.make())
            #expect(await session.run(["import", "-", "--hall", "h"], input: hall).code == 0)
            let bad = await session.run(["show", "create", "--hall", "h", "--id", "s", "--title", title])
            #expect(bad.code == 1 && bad.error.components(separatedBy: "show.title").count == 2, "\(bad.error)")
        }
    }

    @Test("one is one seat, not one seats; seeds and revisions have 64 bits")
    func numbers() async throws {
        #expect(CountText.of(1, "seat") == "1 seat" && CountText.of(2, "box", "boxes") == "2 boxes")
        try await GatewaySession.with { session in
            let put = await session.run(["import", "-", "--hall", "one"], input: "A: ooo\n")
            #expect(put.code == 0, "\(put.error)")
            let alone = await session.run(["import", "-", "--hall", "alone"], input: "id,x,y\na,1,1\n")
            #expect(alone.out.contains("revision 1: 1 seat\n") && !alone.error.contains("1 seats"), "\(alone.error)")
            #expect(await session.run(["hall", "list"]).out.contains("1 seat\n"))
            #expect(await session.run(["hall", "get", "alone"]).out.contains("1 seats") == false)
            #expect(await session.run(["show", "create", "--hall", "alone", "--id", "s"]).code == 0)
            #expect(await session.run(["show", "get", "s"]).out.contains("  1 seat: 1 free"))
            #expect(await session.run(["block", "s", "a"]).out.hasPrefix("blocked 1 seat, seq"))
            #expect(await session.run(["unblock", "s", "a"]).out.hasPrefix("unblocked 1 seat, seq"))
            let most = String(UInt64.max)
            #expect(await session.run(["suggest", "s", "--count", "1", "--seed", most]).code == 0)
            let over = await session.run(["suggest", "s", "--count", "1", "--seed", most + "0"])
            #expect(over.code == 2 && over.error.contains("from 0 to \(most)"))
            #expect(await session.run(["suggest", "s", "--count", "1", "--seed", "-1"]).code == 2)
        }
    }

    @Test("what cannot be written is told with its directory and the system's words")
    func directory() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("usher-\(UUID())").path
        try Data("x".utf8).write(to: URL(fileURLWithPath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        let console = RecordingConsole(input: "A: oo\n")
        #expect(await console.run("render", "--file", "-", "-o", "\(file)-missing/a.svg") == 1)
        #expect(console.error.contains("/a.svg cannot be written: \(file)-missing: No such file or directory"))
        #expect(await console.run("render", "--file", "-", "-o", "\(file)/a.svg") == 1)
        #expect(console.error.contains("\(file): Not a directory"), "\(console.error)")
    }
}
