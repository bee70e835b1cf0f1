import Foundation
import Testing
import UsherCore

@testable import UsherCommand

/// The commands against a gateway of this process, over its own HTTP/2.
@Suite(.timeLimit(.minutes(5))) struct EndToEndTests {
    /// The sample hall and a show without the orphan rule.
    private func open(_ session: GatewaySession) async throws {
        let hall = try JSONLine.hall(SampleHall.make())
        let put = await session.run(["import", "-", "--hall", "h"], input: hall)
        #expect(put.code == 0, "\(put.error)")
        #expect(put.out == "hall h, revision 1: 221 seats\n")
        let made = await session.run([
            "show", "create", "--hall", "h", "--id", "s", "--price", "EUR:10.00", "--price", "stalls=EUR:20.00",
            "--orphan-rule", "off",
        ])
        #expect(made.code == 1)
        #expect(made.error.contains("FIELDS"), "a zone has two prices: \(made.error)")
        let show = await session.run([
            "show", "create", "--hall", "h", "--id", "s", "--price", "EUR:10.00", "--orphan-rule", "off",
        ])
        #expect(show.code == 0, "\(show.error)")
        #expect(show.out.contains("zone parquet: EUR 10.00"))
    }

    @Test("a map that was watched with a cache is drawn again when the gateway is gone")
    func offline() async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("usher-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let watch = ["watch", "s", "--cache", directory, "--seconds", "1"]
        var drawn = ""
        var gone: GatewaySession?
        try await GatewaySession.with { session in
            try await open(session)
            let seen = await session.run(watch)
            #expect(seen.code == 0, "\(seen.error)")
            drawn = String(seen.out.split(separator: "\n").first { $0.contains("○") || $0.contains("·") } ?? "")
            gone = session
        }
        let again = try #require(await gone?.run(watch))
        #expect(again.code == 0, "\(again.error)")
        #expect(!drawn.isEmpty && again.out.contains(drawn))
        let without = try #require(await gone?.run(["watch", "s", "--seconds", "1"]))
        #expect(without.code == 1)
    }

    @Test("a hall is imported, a seat is locked, paid, sold and refunded; who comes second is refused")
    func sale() async throws {
        try await GatewaySession.with { session in
            try await open(session)
            let lock = await session.run(["lock", "s", "C-1", "C-2", "--holder", "ada"])
            #expect(lock.code == 0, "\(lock.error)")
            #expect(lock.out.hasPrefix("held for ada: C-1 C-2, until "))
            #expect(lock.out.contains("total EUR 20.00"))
            let taken = await session.run(["lock", "s", "C-2", "C-3"])
            #expect(taken.code == 1)
            #expect(taken.error.hasPrefix("SEAT_TAKEN: ") && taken.error.contains("seats: C-2\n"))
            // What `lock` printed goes on through a pipe.
            #expect(await session.run(["pay", "-"], input: lock.out).out.hasPrefix("paying for ada"))
            let fixed = await session.run(["renew", GatewaySession.token(lock.out)])
            #expect(fixed.code == 1 && fixed.error.hasPrefix("LOCK_FIXED: "))
            let sale = await session.run(["confirm", "-", "--order", "o-1", "--json"], input: lock.out + "\n")
            #expect(sale.code == 0, "\(sale.error)")
            #expect(sale.out.contains(#""orderRef":"o-1""#))
            let again = await session.run(["confirm", GatewaySession.token(lock.out), "--order", "o-1", "--json"])
            #expect(again.out == sale.out)
            let saleID = String(sale.out.split(separator: "\"")[3])
            let part = await session.run(["refund", saleID, "C-1"])
            #expect(
                part.code == 0 && part.out.hasPrefix("sale \(saleID) of order o-1: C-2\n"), "\(part.out)\(part.error)")
            #expect(await session.run(["seats", "s", "--list", "--state", "sold"]).out == "C-2\n")
            #expect(await session.run(["refund", saleID, "--all"]).out.contains("no seats left"))
            #expect(await session.run(["sale", "list", "s"]).out.contains("o-1"))
        }
    }

    @Test("the best seats are suggested and locked; one who would leave a seat alone is told what to take instead")
    func best() async throws {
        try await GatewaySession.with { session in
            try await open(session)
            let suggested = await session.run(["suggest", "s", "--count", "2", "--limit", "1"])
            #expect(suggested.code == 0 && suggested.out.contains("  together, score "), "\(suggested.error)")
            let seats = suggested.out.split(separator: " ").prefix(2).joined(separator: " ")
            let lock = await session.run(["lock", "s", "--best", "2", "--holder", "ada"])
            #expect(lock.out.hasPrefix("held for ada: \(seats), until "), "\(lock.error)")
            let chair = await session.run(["suggest", "s", "--count", "1", "--kind", "wheelchair", "--json"])
            #expect(chair.code == 0 && chair.out.contains("score"), "\(chair.error)")
            #expect(await session.run(["lock", "s", "--best", "2", "C-1"]).code == 2)
            #expect(await session.run(["lock", "s"]).code == 2)
            #expect(await session.run(["lock", "s", "C-1", "--kind", "couple"]).code == 2)
            #expect(await session.run(["lock", "s", "--best", "2", "--kind", "sofa"]).code == 2)
            #expect(
                await session.run(["suggest", "s", "--count", "2", "--max-amount", "1"]).error.hasPrefix("NO_SEATS"))
            #expect(await session.run(["show", "update", "s", "--orphan-rule", "avoidable"]).code == 0)
            let orphan = await session.run(["lock", "s", "A-2", "A-3"])
            #expect(orphan.error.hasPrefix("ORPHAN_SEAT: ") && orphan.error.contains("seats: A-1\n"))
            let instead = orphan.error.split(separator: "\n").first { $0.contains("instead: ") } ?? ""
            let repair = instead.drop { $0 != ":" }.dropFirst(2).split(separator: " ").map(String.init)
            #expect(await session.run(["lock", "s"] + repair).code == 0, "\(orphan.error)")
        }
    }

    @Test("the map shows what happened, and seats out of sale are refused as taken")
    func map() async throws {
        try await GatewaySession.with { session in
            try await open(session)
            let blocked = await session.run(["block", "s", "-", "--reason", "camera"], input: "A-1\nA-2\n")
            #expect(blocked.out == "blocked 2 seats, seq 1\n")
            #expect(await session.run(["lock", "s", "A-1"]).error.hasPrefix("SEAT_TAKEN"))
            let lock = await session.run(["lock", "s", "A-3"])
            let drawn = await session.run(["seats", "s"]).out.split(separator: "\n")
            #expect(drawn.contains { $0.hasPrefix(" A         × × ◐ ○ ○ ○     ○ ○") }, "\(drawn)")
            #expect(drawn.contains { $0.contains("locked 1 · ") && $0.contains("blocked 2") })
            #expect(await session.run(["release", GatewaySession.token(lock.out)]).out == "released\n")
            #expect(await session.run(["unblock", "s", "A-1", "A-2"]).out == "unblocked 2 seats, seq 4\n")
            #expect(await session.run(["show", "get", "s"]).out.contains("221 seats: 221 free"))
        }
    }

    @Test("shows are changed by field, closed and cancelled")
    func shows() async throws {
        try await GatewaySession.with { session in
            try await open(session)
            #expect(await session.run(["show", "update", "s"]).code == 2)
            let changed = await session.run([
                "show", "update", "s", "--title", "T", "--sales", "closed", "--version", "1",
            ])
            #expect(changed.code == 0 && changed.out.contains("sales closed  T"), "\(changed.error)")
            #expect(
                await session.run(["show", "update", "s", "--title", "U", "--version", "1"]).error.hasPrefix(
                    "VERSION_STALE"))
            #expect(await session.run(["lock", "s", "A-1"]).error.hasPrefix("SALES_CLOSED"))
            #expect(await session.run(["show", "cancel", "s"]).out.contains("cancelled"))
            #expect(await session.run(["show", "list", "--hall", "h"]).out.hasPrefix("s  "))
        }
    }

    @Test("reading commands print one JSON object a line")
    func json() async throws {
        try await GatewaySession.with { session in
            try await open(session)
            let commands = [
                ["hall", "list"], ["hall", "get", "h"], ["show", "get", "s"], ["show", "list"], ["seats", "s"],
                ["lock", "s", "B-1"],
            ]
            for command in commands {
                let result = await session.run(command + ["--json"])
                #expect(result.code == 0, "\(command) \(result.error)")
                let lines = result.out.split(separator: "\n")
                #expect(lines.count == 1, "\(command)")
                #expect(try JSONSerialization.jsonObject(with: Data(result.out.utf8)) is [String: Any])
            }
            let hall = await session.run(["hall", "get", "h", "--json"]).out
            let again = await session.run(["import", "-", "--json"], input: hall)
            #expect(
                again.out.contains(#""revision":"1""#),
                "the same content keeps its revision: \(again.out)\(again.error)")
        }
    }

    @Test("a refusal of what is not there names the reason")
    func unknown() async throws {
        try await GatewaySession.with { session in
            #expect(await session.run(["show", "get", "x"]).error.hasPrefix("SHOW_UNKNOWN: "))
            #expect(await session.run(["hall", "get", "x"]).error.hasPrefix("HALL_UNKNOWN: "))
            #expect(await session.run(["status", "lk_x_1_0"]).code == 1)
            #expect(await session.run(["sale", "get", "sa_x_1"]).code == 1)
        }
    }

    @Test("a bad hall is refused before it is sent, with every fault")
    func badHall() async throws {
        try await GatewaySession.with { session in
            let text =
                #"{"hallId":"b","rowCount":1,"columnCount":1,"seats":[{"code":"a"},{"code":"a"},{"code":"c","column":9}]}"#
            let bad = await session.run(["import", "-"], input: text)
            #expect(bad.code == 1)
            #expect(bad.error.contains("seats[1].code") && bad.error.contains("seats[2].column"), "\(bad.error)")
            #expect(await session.run(["hall", "list"]).out.isEmpty)
        }
    }

    @Test("without a gateway the command says how to start one")
    func away() async throws {
        let server = try await GatewayServer.start(ListenAddress(host: "127.0.0.1", port: 0), .memory, loops: 1)
        let session = GatewaySession(server: server)
        await server.drain()
        let result = await session.run(["show", "list"])
        #expect(result.code == 1)
        #expect(result.error.hasPrefix("UNAVAILABLE: ") && result.error.contains("usher serve"))
    }

    @Test("a taken port and a data directory in use are told in words")
    func inUse() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "usher-\(UUID().uuidString)")
        defer { do { try FileManager.default.removeItem(at: directory) } catch { Issue.record(error) } }
        let here = ListenAddress(host: "127.0.0.1", port: 0)
        let server = try await GatewayServer.start(here, .directory(directory.path()), loops: 1)
        let second = await #expect(throws: CommandFailure.self) {
            try await GatewayServer.start(here, .directory(directory.path()), loops: 1)
        }
        #expect(second?.message.contains("another server uses it") == true)
        let same = ListenAddress(host: "127.0.0.1", port: server.address.port)
        let third = await #expect(throws: CommandFailure.self) {
            try await GatewayServer.start(same, .memory, loops: 1)
        }
        #expect(third?.message.contains("in use") == true)
        await server.drain()
    }

    @Test("several gateways stand in for each other; when none is there, each is named with its reason")
    func severalServers() async throws {
        try await GatewaySession.with { session in
            let (away, here) = ("127.0.0.1:1", session.server.address.description)
            for servers in ["\(away),\(here)", "\(here),\(away)"] {
                let found = await session.run(["show", "list", "--server", servers])
                #expect(found.code == 0, "\(found.error)")
            }
            let none = await session.run(["show", "list", "--server", "\(away),[::1]:1"])
            #expect(none.code == 1)
            #expect(none.error.contains("127.0.0.1:1: cannot connect"))
            #expect(none.error.contains("[::1]:1: cannot connect"))
            #expect(none.error.contains("at one of them"))
            for wrong in ["a:1,", "https://a:1,http://b:2", "a:1,b:x"] {
                let refused = await session.run(["show", "list", "--server", wrong])
                #expect(refused.code != 0)
            }
        }
    }
}
