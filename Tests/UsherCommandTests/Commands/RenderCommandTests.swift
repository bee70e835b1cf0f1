import Foundation
import Testing
import UsherCore

@testable import UsherCommand

@Suite(.timeLimit(.minutes(5))) struct RenderCommandTests {
    private func file(_ name: String) -> String {
        FileManager.default.temporaryDirectory.appendingPathComponent("usher-\(UUID())-\(name)").path
    }

    @Test("a show is drawn with its states and position, a hall without, and files are written by their ending")
    func both() async throws {
        let svg = file("map.svg")
        let png = file("map.PNG")
        defer { for path in [svg, png] { try? FileManager.default.removeItem(atPath: path) } }
        try await GatewaySession.with { session in
            let put = await session.run(["import", "-", "--hall", "h"], input: try JSONLine.hall(SampleHall.make()))
            #expect(put.code == 0, "\(put.error)")
            let made = await session.run(["show", "create", "--hall", "h", "--id", "s", "--title", "Tonight & <more>"])
            #expect(made.code == 0, "\(made.error)")
            #expect(await session.run(["block", "s", "C-1", "C-2"]).code == 0)
            let show = await session.run(["render", "s", "-o", svg, "--select", "C-3", "--select", "C-4"])
            #expect(show.code == 0 && show.out.isEmpty, "\(show.error)")
            #expect(show.error.contains("221 seats: 219 free, 0 locked, 0 sold, 2 blocked"))
            let elements = try DrawnMap.elements(String(contentsOfFile: svg, encoding: .utf8))
            #expect(elements.first?.attributes["data-show"] == "s" && elements.first?.attributes["data-seq"] == "1")
            #expect(elements.count { $0.attributes["data-seat"] != nil } == 221)
            #expect(elements.first { $0.attributes["data-seat"] == "C-1" }?.attributes["class"] == "blocked")
            #expect(elements.contains { $0.name == "text" && $0.text == "Tonight & <more>" })
            let hall = await session.run(["render", "h", "--title", "Plan", "--front", "", "--no-legend"])
            #expect(hall.code == 0 && !hall.out.contains("data-show") && hall.out.contains("data-revision=\"1\""))
            #expect(hall.out.contains(">Plan</text>") && !hall.out.contains(">stage<"))
            let picture = await session.run(["render", "s", "--output", png, "--width", "640"])
            #expect(picture.code == 0, "\(picture.error)")
            let bytes = try #require(FileManager.default.contents(atPath: png))
            #expect(Array(bytes.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            #expect(Array(bytes[16..<20]) == [0, 0, 2, 0x80])
        }
    }

    @Test("an id that is a show's and a hall's must be said which; one that is nobody's is told so")
    func which() async throws {
        try await GatewaySession.with { session in
            let hall = try JSONLine.hall(SampleHall.make())
            #expect(await session.run(["import", "-", "--hall", "twin"], input: hall).code == 0)
            #expect(await session.run(["show", "create", "--hall", "twin", "--id", "twin"]).code == 0)
            let unclear = await session.run(["render", "twin"])
            #expect(unclear.code == 1 && unclear.error.contains("--show draws the show, --hall the hall"))
            #expect(await session.run(["render", "twin", "--show"]).out.contains("data-show=\"twin\""))
            #expect(await session.run(["render", "twin", "--hall"]).out.contains("data-show") == false)
            let nobody = await session.run(["render", "nobody"])
            #expect(nobody.code == 1 && nobody.error.contains("neither a show nor a hall nobody"))
            #expect(await session.run(["render", "nobody", "--show"]).error.hasPrefix("SHOW_UNKNOWN: "))
            #expect(await session.run(["render", "nobody", "--hall"]).error.hasPrefix("HALL_UNKNOWN: "))
            let seat = await session.run(["render", "twin", "--hall", "--select", "Q-99"])
            #expect(seat.code == 1 && seat.error.hasPrefix("SEAT_UNKNOWN: ") && seat.error.contains("seats: Q-99"))
        }
    }

    @Test("a layout file is drawn without a gateway, also one that a gateway would refuse")
    func fromFile() async throws {
        let hall = try JSONLine.hall(SampleHall.make())
        let whole = RecordingConsole(input: hall)
        #expect(await whole.run("render", "--file", "-") == 0, "\(whole.error)")
        #expect(try DrawnMap.elements(whole.out).count { $0.attributes["data-seat"] != nil } == 221)
        let faulty = RecordingConsole(
            input: #"{"hallId":"h","rowCount":1,"columnCount":1,"seats":[{"code":"a","row":7},{"code":"a","row":9}]}"#)
        #expect(await faulty.run("render", "--file", "-") == 0, "\(faulty.error)")
        #expect(faulty.error.contains("a gateway would refuse this hall:") && faulty.error.contains("row 7 is outside"))
        #expect(try DrawnMap.elements(faulty.out).count { $0.attributes["data-seat"] == "a" } == 2)
    }

    @Test(
        "a wrong command line is told before anything is asked of a gateway",
        arguments: [
            (["render"], "needs SHOW|HALL or --file"), (["render", "x", "-o", "map.gif"], "neither .svg nor .png"),
            (["render", "x", "-o", "map"], "neither .svg nor .png"),
            (["render", "x", "--width", "9"], "--width takes"),
            (["render", "x", "--show", "--hall"], "exclude each other"),
            (["render", "x", "--show", "--revision", "2"], "exclude each other"),
            (["render", "x", "--map", "1"], "--map goes with --file"),
            (["render", "x", "--file", "y"], "instead of an id"),
            (["render", "x", "--theme", "pink"], "--theme takes"),
            (["render", "x", "--detail", "none"], "--detail takes"),
        ] as [([String], String)])
    func usage(arguments: [String], words: String) async {
        let recorder = RecordingConsole()
        #expect(await UsherCommand.run(arguments, recorder.console) == 2)
        #expect(recorder.error.contains(words), "\(recorder.error)")
    }

    @Test("a file that cannot be written is a failure with its reason")
    func unwritable() async throws {
        let recorder = RecordingConsole(input: try JSONLine.hall(SampleHall.make()))
        #expect(await recorder.run("render", "--file", "-", "-o", "/nowhere/at/all/map.svg") == 1)
        #expect(recorder.error.contains("cannot be written"))
    }

    @Test("nothing half-finished is left where a picture cannot be written, and what was there stays")
    func whole() async throws {
        let folder = file("folder")
        let manager = FileManager.default
        try manager.createDirectory(atPath: folder + "/map.svg/inside", withIntermediateDirectories: true)
        defer { try? manager.removeItem(atPath: folder) }
        let input = try JSONLine.hall(SampleHall.make())
        let blocked = RecordingConsole(input: input)
        #expect(await blocked.run("render", "--file", "-", "-o", folder + "/map.svg") == 1)
        #expect(blocked.error.contains("map.svg cannot be written: "))
        // A disk that is full.
        try manager.createSymbolicLink(atPath: folder + "/full.png", withDestinationPath: "/dev/full")
        let full = RecordingConsole(input: input)
        #expect(await full.run("render", "--file", "-", "-o", folder + "/full.png") == 1)
        #expect(full.error.contains("full.png cannot be written: "))
        #expect(try manager.contentsOfDirectory(atPath: folder).sorted() == ["full.png", "map.svg"])
    }

    @Test("a file that is replaced is replaced whole, and can be read by whom new files can")
    func mode() async throws {
        let path = file("map.svg")
        defer { try? FileManager.default.removeItem(atPath: path) }
        let input = try JSONLine.hall(SampleHall.make())
        #expect(await RecordingConsole(input: input).run("render", "--file", "-", "-o", path) == 0)
        let first = try #require(FileManager.default.contents(atPath: path))
        #expect(await RecordingConsole(input: input).run("render", "--file", "-", "-o", path, "--front", "") == 0)
        let second = try #require(FileManager.default.contents(atPath: path))
        #expect(first != second && second.suffix(7) == Data("</svg>\n".utf8))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int ?? 0
        #expect(mode & 0o400 != 0 && mode & 0o111 == 0)
        // Through a link the file behind it is replaced.
        let link = file("link.svg")
        defer { try? FileManager.default.removeItem(atPath: link) }
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        #expect(await RecordingConsole(input: input).run("render", "--file", "-", "-o", link) == 0)
        #expect(FileManager.default.contents(atPath: path) == first)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
    }

    @Test("the README's picture is what the command in this test draws")
    func readme() async throws {
        let halls = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Examples/halls").path
        let recorder = RecordingConsole()
        let code = await recorder.run(
            "render", "--file", halls + "/lumen.json", "--select", "D5", "--select", "D6", "--front", "screen")
        #expect(code == 0, "\(recorder.error)")
        let kept = try String(contentsOfFile: halls + "/lumen.svg", encoding: .utf8)
        #expect(recorder.out == kept, "draw it anew, as above with -o Examples/halls/lumen.svg")
    }
}
