import Foundation
import Testing

@testable import UsherCommand

/// Rooms and focus by the commands, against a gateway of this process.
@Suite(.timeLimit(.minutes(5))) struct RoomCommandTests {
    private static let hall =
        #"{"hallId":"lib","name":"Library","rowCount":2,"columnCount":2,"seats":[{"code":"W-1"},{"code":"W-2","column":1},"#
        + #"{"code":"Q-1","row":1},{"code":"Q-2","row":1,"column":1}],"areas":[{"areaId":"window","name":"Window","#
        + #""rowCount":1,"columnCount":2},{"areaId":"quiet","name":"Quiet","firstRow":1,"rowCount":1,"columnCount":2}]}"#

    private func open(_ session: GatewaySession) async {
        let put = await session.run(["import", "-"], input: Self.hall)
        #expect(put.code == 0 && put.error.contains("2 areas"), "\(put.out)\(put.error)")
        #expect(await session.run(["hall", "get", "lib", "--json"]).out.contains(#""areaId":"quiet""#))
        let made = await session.run([
            "room", "create", "--hall", "lib", "--id", "r", "--name", "Reading", "--leave-after", "1h",
        ])
        #expect(made.code == 0, "\(made.error)")
        #expect(made.out == "r  hall lib revision 1, away after 50 s, left after 1 h  Reading\n")
    }

    private func join(_ session: GatewaySession, _ member: String, _ more: String...) async -> String {
        let joined = await session.run(["room", "join", "r", "--member", member] + more)
        #expect(joined.code == 0, "\(joined.error)")
        return joined.out
    }

    @Test("members join, sit, move, stand and leave; a taken seat is refused and the old one kept")
    func seats() async throws {
        try await GatewaySession.with { session in
            await open(session)
            let alice = await join(session, "alice", "--name", "Älice", "--seat", "W-1")
            #expect(alice.hasPrefix("in r as alice: seat W-1, idle\ntoken rm_r_"))
            let bob = await join(session, "bob")
            // What `join` printed goes on through a pipe.
            let refused = await session.run(["room", "sit", "-", "W-1"], input: bob)
            #expect(refused.code == 1 && refused.error.hasPrefix("SEAT_OCCUPIED: "), "\(refused.error)")
            #expect(await session.run(["room", "sit", "-", "Q-2"], input: bob).out == "bob: seat Q-2, idle\n")
            #expect(await session.run(["room", "sit", "-", "W-1"], input: bob).code == 1)
            #expect(
                await session.run(["room", "status", "-", "resting"], input: bob).out == "bob: seat Q-2, resting\n")
            #expect(
                await session.run(["room", "show", "r", "--list"]).out
                    == "alice\tW-1\tidle\t\tÄlice\nbob\tQ-2\tresting\t\t\n")
            let drawn = await session.run(["room", "show", "r"]).out
            #expect(drawn.contains("Window 1 of 2\nW-1 ● Älice"), "\(drawn)")
            #expect(drawn.contains("◐ resting 1 · ● idle 1 · ◌ away 0 · ○ free 2 · 2 members"))
            #expect(await session.run(["room", "stand", GatewaySession.token(bob)]).out == "bob: standing, resting\n")
            #expect(await session.run(["room", "keep", "-"], input: bob).out.hasPrefix("heard at 20"))
            for _ in 0..<2 { #expect(await session.run(["room", "leave", "-"], input: bob).out == "left\n") }
            #expect(await session.run(["room", "keep", "-"], input: bob).error.hasPrefix("MEMBER_UNKNOWN: "))
            #expect(await session.run(["room", "show", "x"]).error.hasPrefix("ROOM_UNKNOWN: "))
        }
    }

    @Test("watching prints the room and then what changes; who stays is there meanwhile and leaves at the end")
    func watching() async throws {
        try await GatewaySession.with { session in
            await open(session)
            async let stay = session.run([
                "room", "join", "r", "--member", "cleo", "--seat", "Q-1", "--stay", "--seconds", "2",
            ])
            let watched = await session.run(["room", "watch", "r", "--seconds", "4"])
            let (code, out, error) = await stay
            #expect(code == 0 && out.contains("token rm_r_") && error == "left\n", "\(error)")
            #expect(watched.code == 0 && watched.out.contains("Quiet"), "\(watched.error)")
            #expect(watched.out.contains(": cleo left\n"), "\(watched.out)")
            let counts = await session.run(["room", "watch", "r", "--counts", "--seconds", "1"])
            #expect(counts.out.contains("0 here") && counts.out.contains("window 0 here"), "\(counts.out)")
        }
    }

    @Test("reading commands print one JSON object a line")
    func json() async throws {
        try await GatewaySession.with { session in
            await open(session)
            let joined = await join(session, "alice", "--json")
            let commands = [
                ["room", "sit", "-", "W-1"], ["room", "stand", "-"], ["room", "show", "r"],
                ["room", "watch", "r", "--seconds", "1"], ["room", "watch", "r", "--counts", "--seconds", "1"],
                ["focus", "start", "f-1", "--member", "alice"], ["focus", "show", "f-1"], ["focus", "list", "alice"],
                ["focus", "stats", "alice", "--zone", "UTC"],
            ]
            for command in commands {
                let result = await session.run(command + ["--json"], input: joined)
                #expect(result.code == 0, "\(command) \(result.error)")
                let lines = result.out.split(separator: "\n")
                #expect(lines.count == 1 || command[1] == "watch", "\(command) \(result.out)")
                for line in lines {
                    let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
                    #expect(object is [String: Any])
                }
            }
        }
    }

    @Test("a session is started, paused, taken up again and finished; its minutes are drawn")
    func focus() async throws {
        try await GatewaySession.with { session in
            await open(session)
            _ = await join(session, "alice", "--seat", "W-1")
            let started = await session.run([
                "focus", "start", "--member", "alice", "--room", "r", "--planned", "25m", "--at", "10m",
            ])
            #expect(started.code == 0, "\(started.error)")
            #expect(started.out.hasPrefix("focusing: 10 min of 25 min, since 20"), "\(started.out)")
            let drawn = await session.run(["room", "show", "r"]).out
            #expect(drawn.contains("W-1 ◉ alice 10/25 min"), "\(drawn)")
            let second = await session.run(["focus", "start", "--member", "alice"])
            #expect(second.code == 1 && second.error.hasPrefix("FOCUS_TRANSITION: "), "\(second.error)")
            #expect(await session.run(["focus", "pause", "-"], input: started.out).out.hasPrefix("paused: 10 min"))
            #expect(await session.run(["focus", "pause", "-"], input: started.out).error.hasPrefix("FOCUS_TRANSITION"))
            #expect(await session.run(["focus", "resume", "-"], input: started.out).out.hasPrefix("focusing: 10 min"))
            #expect(await session.run(["focus", "finish", "-"], input: started.out).out.hasPrefix("completed: 10 min"))
            let stats = await session.run(["focus", "stats", "alice", "--days", "2", "--zone", "UTC"])
            #expect(stats.code == 0 && stats.out.contains("total 10 min · streak "), "\(stats.out)\(stats.error)")
            #expect(stats.out.contains("█ "))
            #expect(await session.run(["focus", "list", "alice"]).out.split(separator: "\n").count == 1)
            #expect(await session.run(["focus", "show", "nobody"]).error.hasPrefix("FOCUS_UNKNOWN: "))
        }
    }
}
