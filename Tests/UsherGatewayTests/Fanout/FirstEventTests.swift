import Testing
import UsherCore
import UsherRPC
import UsherWire

@testable import UsherGateway

struct FirstEventTests {
    @Test(
        "a reader without an epoch, with another one, or ahead of the server gets a snapshot",
        arguments: [("", 0), ("e0", 10), ("e1", 11)] as [(String, UInt64)])
    func snapshot(epoch: String, seq: UInt64) async throws {
        let stage = Stage()
        let events = try await stage.watch(epoch: epoch, after: seq).events
        guard case .snapshot(let snapshot)? = events.first, events.count == 1 else {
            Issue.record("got \(events)")
            return
        }
        #expect(snapshot.epoch == "e1")
        #expect(snapshot.seq == 10)
        #expect(snapshot.states.count == 64)
        #expect(snapshot.serverTime == stage.ledger.now)
    }

    @Test("a reader who missed nothing gets a heartbeat at once")
    func heartbeat() async throws {
        let stage = Stage()
        let channel = try await stage.watch()
        #expect(try channel.events == [.heartbeat(seq: 10, serverTime: stage.ledger.now, showVersion: 3)])
    }

    @Test("a reader who missed a little gets it in one delta")
    func delta() async throws {
        let stage = Stage()
        _ = try await stage.watch()
        stage.commit(11, seat: 5)
        stage.commit(12, seat: 5, .sold)
        stage.commit(13, seat: 2)
        let channel = try await stage.watch(after: 10)
        #expect(
            try channel.events == [
                .delta(
                    SeatDelta(
                        firstSeq: 11, lastSeq: 13, changes: [SeatChange(2, .locked), SeatChange(5, .sold)]))
            ])
    }

    @Test("a reader who knows an older version of the show gets it after the first event")
    func showBehind() async throws {
        let stage = Stage()
        let events = try await stage.watch(showVersion: 2).events
        #expect(events.count == 2)
        #expect(events.last == .show(Stage.show))
    }

    @Test("a reader who knows the version or does not care gets no show event", arguments: [0, 3] as [UInt64])
    func showKnown(version: UInt64) async throws {
        let stage = Stage()
        #expect(try await stage.watch(showVersion: version).events.count == 1)
    }

    @Test("an unknown show is NOT_FOUND before anything is sent")
    func unknownShow() async throws {
        let stage = Stage()
        let channel = ManualChannel(stage.loop)
        await #expect(throws: RPCError(.showUnknown, about: RefusalSubject(showID: "s2"))) {
            try await stage.feed("usher.v1.SeatService/WatchSeats", WatchSeatsRequest(showID: "s2"), channel)
        }
        #expect(channel.messages.isEmpty)
    }

    @Test("GetSeats gives the same first event, and follows the show only once")
    func poll() async throws {
        let stage = Stage()
        let first: SeatEvent = try await stage.unary(
            "usher.v1.SeatService/GetSeats", GetSeatsRequest(showID: "s1", epoch: "", afterSeq: 0))
        guard case .snapshot = first else {
            Issue.record("got \(first)")
            return
        }
        let delta = stage.commit(11)
        let second: SeatEvent = try await stage.unary(
            "usher.v1.SeatService/GetSeats", GetSeatsRequest(showID: "s1", epoch: "e1", afterSeq: 10))
        #expect(second == .delta(delta))
        let third: SeatEvent = try await stage.unary(
            "usher.v1.SeatService/GetSeats", GetSeatsRequest(showID: "s1", epoch: "e1", afterSeq: 11))
        #expect(third == .heartbeat(seq: 11, serverTime: stage.ledger.now, showVersion: 3))
        #expect(stage.ledger.seen { $0.follows } == 1)
    }

    @Test("readers that come at once share one encoded snapshot")
    func sharedSnapshot() async throws {
        let stage = Stage()
        let first = try await stage.watch(epoch: "")
        let second = try await stage.watch(epoch: "")
        #expect(first.messages.first === second.messages.first)
        stage.loop.advance(seconds: 0.2)
        let third = try await stage.watch(epoch: "")
        #expect(first.messages.first !== third.messages.first)
    }
}
