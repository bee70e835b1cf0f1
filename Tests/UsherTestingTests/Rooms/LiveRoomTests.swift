import Testing
import Usher
import UsherTesting

@Suite(.timeLimit(.minutes(2))) struct LiveRoomTests {
    private func status(_ status: MemberStatus) -> RoomChange.Kind {
        .updated(MemberUpdate(memberID: "ann", status: status))
    }

    @Test("people join, sit, say what they do and leave, and everybody's list is the gateway's")
    func ordinary() async throws {
        let library = try await Library.open()
        let (_, ann) = try await library.seat("ann", on: "S-1")
        let (_, bob) = try await library.seat("bob", on: "S-2")
        _ = try await library.gateway.advancing { try await ann.setStatus(.focusing) }
        try await library.gateway.settle()
        #expect(bob.member("ann")?.status == .focusing)
        #expect(bob.counts?.areas.first?.counts == MemberCounts(present: 2, focusing: 1))
        let error = await #expect(throws: UsherError.self) {
            _ = try await library.gateway.advancing { try await bob.takeSeat("S-1") }
        }
        #expect(error?.reason == "SEAT_OCCUPIED")
        #expect(bob.me?.seat == "S-2")
        _ = try await library.gateway.advancing { try await bob.takeSeat("S-5") }
        try await library.gateway.settle()
        #expect(ann.members == bob.members)
        #expect(ann.members == (try await library.truth()))
        try await library.gateway.advancing { try await bob.leave() }
        try await library.gateway.settle()
        #expect(ann.members.map(\.memberID) == ["ann"])
        #expect(bob.members.map(\.memberID) == ["ann"])
    }

    @Test("sleep and return within the grace: one update each way, and nobody left")
    func sleep() async throws {
        let library = try await Library.open()
        let (client, ann) = try await library.seat("ann", on: "S-1")
        _ = try await library.gateway.advancing { try await ann.setStatus(.resting) }
        try await library.gateway.settle()
        _ = library.watcher.news(of: "ann")
        client.suspend()
        try await library.gateway.advance(by: .seconds(1))
        #expect(library.watcher.news(of: "ann") == [status(.away)])
        #expect(ann.connection == .suspended)
        try await library.gateway.advance(by: .minutes(20))
        #expect(library.watcher.news(of: "ann").isEmpty)
        client.resume()
        try await library.gateway.advance(atMost: .seconds(5)) { ann.connection == .live }
        try await library.gateway.advance(by: .minutes(3))
        #expect(library.watcher.news(of: "ann") == [status(.resting)])
        #expect(ann.me?.status == .resting && ann.me?.seat == "S-1")
    }

    @Test("a cut that is mended within the grace says nothing to anybody")
    func cut() async throws {
        let library = try await Library.open()
        let (_, ann) = try await library.seat("ann", on: "S-1")
        _ = library.watcher.news(of: "ann")
        library.gateway.faults.cutConnections(of: "ann")
        try await library.gateway.advance(by: .minutes(2))
        #expect(ann.connection == .live)
        #expect(library.watcher.news(of: "ann").isEmpty)
    }

    @Test("a device in a black hole turns away by the deadline, and its return is one update")
    func blackHole() async throws {
        let library = try await Library.open()
        let (client, ann) = try await library.seat("ann", on: "S-1")
        _ = library.watcher.news(of: "ann")
        library.gateway.faults.blackHole(client: "ann")
        try await library.gateway.advance(by: .minutes(5))
        #expect(library.watcher.news(of: "ann") == [status(.away)])
        library.gateway.faults.heal(client: "ann")
        client.networkChanged()
        try await library.gateway.advance(by: .minutes(1))
        #expect(library.watcher.news(of: "ann") == [status(.idle)])
        #expect(ann.me?.status == .idle)
        #expect(ann.members == (try await library.truth()))
    }

    @Test("who comes back after the room gave them up joins anew, with the same seat")
    func gone() async throws {
        let library = try await Library.open()
        let (client, ann) = try await library.seat("ann", on: "S-1")
        let token = ann.pass?.token
        client.suspend()
        try await library.gateway.advance(by: .minutes(40))
        #expect(try await library.truth().isEmpty)
        client.resume()
        try await library.gateway.advance(atMost: .seconds(10)) { ann.presence == .present && ann.me != nil }
        try await library.gateway.settle()
        #expect(try await library.truth().map(\.seat) == ["S-1"])
        #expect(ann.pass?.token != token)
    }

    @Test("a killed program comes back with its pass, and without a word to anybody")
    func killedProgram() async throws {
        let library = try await Library.open()
        let (client, room) = try await library.seat("ann", on: "S-1")
        let pass = try #require(room.pass)
        _ = library.watcher.news(of: "ann")
        client.close()
        let (_, again) = try await library.follow("ann-again")
        try await library.gateway.advancing { try await again.rejoin(pass) }
        try await library.gateway.advance(by: .minutes(3))
        #expect(again.presence == .present && again.me?.seat == "S-1")
        #expect(library.watcher.news(of: "ann").isEmpty)
    }

    @Test("after a restart of the gateway members are in their seats, and nobody hears of it")
    func restart() async throws {
        let library = try await Library.open()
        let (_, ann) = try await library.seat("ann", on: "S-1")
        let (_, bob) = try await library.seat("bob", on: "S-2")
        let before = try await library.truth()
        let position = ann.position
        try await library.gateway.kill()
        try await library.gateway.advance(by: .seconds(20))
        try await library.gateway.restart()
        try await library.gateway.advance(atMost: .seconds(60)) { ann.connection == .live && bob.connection == .live }
        try await library.gateway.advance(by: .minutes(3))
        #expect(try await library.truth() == before)
        #expect(ann.members == before && bob.members == before)
        #expect(ann.position == position)
        #expect(ann.me?.seat == "S-1" && bob.me?.seat == "S-2")
    }

    @Test("a member who says that they are away stays so, through cuts and for as long as they like")
    func awayByWish() async throws {
        let library = try await Library.open()
        let (_, ann) = try await library.seat("ann", on: "S-1")
        _ = try await library.gateway.advancing { try await ann.setStatus(.away) }
        try await library.gateway.settle()
        _ = library.watcher.news(of: "ann")
        library.gateway.faults.cutConnections(of: "ann")
        try await library.gateway.advance(by: .minutes(45))
        #expect(library.watcher.news(of: "ann").isEmpty)
        _ = try await library.gateway.advancing { try await ann.takeSeat("S-3") }
        try await library.gateway.advance(by: .minutes(2))
        #expect(
            library.watcher.news(of: "ann") == [.updated(MemberUpdate(memberID: "ann", seat: "S-3", status: .idle))])
    }

    @Test("where only polls come through, members are seen and the device lives by calls")
    func polls() async throws {
        let library = try await Library.open()
        let (_, ann) = try await library.seat("ann", on: "S-1")
        let (_, bob) = try await library.seat("bob", on: "S-2")
        let streams = CallFilter(method: "WatchRoom", client: "ann")
        library.gateway.faults.cutNext(.request, of: streams, count: 200)
        library.gateway.faults.cutStreams(of: streams)
        _ = library.watcher.news(of: "ann")
        try await library.gateway.advance(atMost: .minutes(6)) { ann.connection == .polling }
        _ = try await library.gateway.advancing { try await bob.takeSeat("S-4") }
        try await library.gateway.advance(by: .seconds(10))
        #expect(ann.member("bob")?.seat == "S-4")
        try await library.gateway.advance(by: .minutes(3))
        #expect(ann.me?.status == .idle)
        #expect(library.watcher.news(of: "ann").isEmpty)
    }

    @Test("numbers follow a room without its members")
    func numbers() async throws {
        let library = try await Library.open()
        let client = library.gateway.client("screen")
        let room = client.room("library", detail: .counts)
        _ = try await library.seat("ann", on: "S-1")
        try await library.gateway.advance(by: .seconds(2))
        #expect(room.counts?.whole == MemberCounts(present: 1))
        #expect(room.counts?.areas.first?.counts.present == 1)
        #expect(room.members.isEmpty)
    }
}
