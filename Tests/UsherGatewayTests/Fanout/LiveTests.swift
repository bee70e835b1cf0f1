import Testing
import UsherCore
import UsherLedger
import UsherRPC
import UsherWire

@testable import UsherGateway

struct LiveTests {
    @Test("a commit reaches every watcher as one shared message")
    func shared() async throws {
        let stage = Stage()
        let first = try await stage.watch()
        let second = try await stage.watch()
        first.forget()
        second.forget()
        let delta = stage.commit(11)
        stage.loop.run()
        #expect(try first.events == [.delta(delta)])
        #expect(first.messages.first === second.messages.first)
    }

    @Test("commits that wait for one loop cost it one job")
    func onePost() async throws {
        let stage = Stage()
        let channel = try await stage.watch()
        channel.forget()
        for seq in 11...20 { stage.commit(UInt64(seq)) }
        #expect(stage.loop.backlog == 1)
        stage.loop.run()
        #expect(try channel.events.count == 10)
    }

    @Test("streams of a show that the ledger lost end with DATA_LOSS, and the next watcher asks the ledger again")
    func lost() async throws {
        let stage = Stage()
        let first = try await stage.watch()
        stage.fanout.lost(Stage.ref, LedgerError(.damaged, "gone"))
        stage.loop.run()
        #expect(!first.isOpen && first.error?.code == .dataLoss)
        let follows = stage.ledger.seen(\.follows)
        let next = try await stage.watch()
        #expect(next.isOpen && stage.ledger.seen(\.follows) == follows + 1)
    }

    @Test("a commit between backlog and live is neither lost nor repeated")
    func attach() async throws {
        let stage = Stage()
        _ = try await stage.watch()
        // Told to the loop, not yet run there, when the second watcher comes.
        stage.commit(11)
        let late = ManualChannel(stage.loop)
        guard case .feed(let body) = try stage.method("usher.v1.SeatService/WatchSeats").handler else { return }
        let request = WatchSeatsRequest(showID: "s1", epoch: "e1", afterSeq: 10)
        try await body(stage.call("usher.v1.SeatService/WatchSeats"), request.encoded(), late)
        let delta = stage.commit(12, seat: 1)
        stage.loop.run()
        let events = try late.events
        #expect(events.count == 2)
        #expect(
            events.first == .delta(SeatDelta(firstSeq: 11, lastSeq: 11, changes: [SeatChange(0, .locked)])))
        #expect(events.last == .delta(delta))
    }

    @Test("a stalled reader costs nothing while it stalls, and then gets one merged delta")
    func stalled() async throws {
        let stage = Stage()
        let slow = try await stage.watch()
        let fast = try await stage.watch()
        slow.forget()
        fast.forget()
        slow.stopReading()
        for seq in 11...40 {
            stage.commit(UInt64(seq), seat: Int32(seq % 4), seq % 2 == 0 ? .sold : .locked)
            stage.loop.run()
        }
        #expect(slow.held == 1)
        #expect(try fast.events.count == 30)
        slow.readAgain()
        let events = try slow.events
        #expect(events.count == 2)
        guard case .delta(let merged)? = events.last else {
            Issue.record("got \(events)")
            return
        }
        #expect(merged.firstSeq == 12)
        #expect(merged.lastSeq == 40)
        #expect(
            merged.changes == [
                SeatChange(0, .sold), SeatChange(1, .locked), SeatChange(2, .sold), SeatChange(3, .locked),
            ])
        let next = stage.commit(41)
        stage.loop.run()
        #expect(try slow.events.last == .delta(next))
    }

    @Test("a reader that is behind and can take more is served within a moment, told or not")
    func untold() async throws {
        let stage = Stage()
        let channel = try await stage.watch()
        channel.stopReading()
        for seq in 11...13 {
            stage.commit(UInt64(seq))
            stage.loop.run()
        }
        channel.readAgain(isTold: false)
        stage.loop.advance(seconds: 0.3)
        #expect(
            try channel.events.last
                == .delta(SeatDelta(firstSeq: 12, lastSeq: 13, changes: [SeatChange(0, .locked)])))
    }

    @Test("readers that fell behind together share one merged delta")
    func sharedMerge() async throws {
        let stage = Stage()
        let channels = [try await stage.watch(), try await stage.watch()]
        for channel in channels { channel.stopReading() }
        for seq in 11...20 {
            stage.commit(UInt64(seq))
            stage.loop.run()
        }
        for channel in channels { channel.readAgain() }
        #expect(channels[0].messages.last === channels[1].messages.last)
    }

    @Test("a stalled reader whose merged delta would be larger than the map gets a snapshot")
    func largeMerge() async throws {
        let stage = Stage()
        let channel = try await stage.watch()
        channel.stopReading()
        for seat in 0..<64 {
            stage.commit(UInt64(11 + seat), seat: Int32(seat), .sold)
            stage.loop.run()
        }
        channel.readAgain()
        guard case .snapshot(let snapshot)? = try channel.events.last else {
            Issue.record("no snapshot")
            return
        }
        #expect(snapshot.seq == 74)
        #expect(snapshot.states.allSatisfy { $0 == SeatState.sold.rawValue })
    }

    @Test("more commits than a loop's inbox holds are pulled as one merged delta")
    func overflow() async throws {
        let stage = Stage()
        let channel = try await stage.watch()
        channel.forget()
        for seq in 11...(11 + UInt64(Limits.maxInboxUpdates)) { stage.commit(seq) }
        stage.loop.run()
        let last = 11 + UInt64(Limits.maxInboxUpdates)
        #expect(
            try channel.events == [
                .delta(SeatDelta(firstSeq: 11, lastSeq: last, changes: [SeatChange(0, .locked)]))
            ])
    }

    @Test("watchers who stand together and must pull get one message, and stand together afterwards")
    func sharedPull() async throws {
        let stage = Stage()
        let channels = [try await stage.watch(), try await stage.watch(), try await stage.watch()]
        for channel in channels { channel.forget() }
        channels[2].stopReading()
        for seq in 11...(12 + UInt64(Limits.maxInboxUpdates)) { stage.commit(seq) }
        stage.loop.run()
        let merged = try #require(channels[0].messages.last)
        #expect(channels[0].messages.count == 1 && channels[1].messages.last === merged)
        // Whoever could not take it is behind, and gets what came since in one.
        let last = stage.commit(13 + UInt64(Limits.maxInboxUpdates))
        stage.loop.run()
        #expect(try channels[1].events.last == .delta(last))
        channels[2].readAgain()
        #expect(channels[2].messages.first === merged)
        #expect(try channels[2].events.last == .delta(last))
        #expect(channels[0].messages.last === channels[1].messages.last)
    }

    @Test("a ledger that begins the show anew with another epoch replaces every reader's map")
    func newEpoch() async throws {
        let stage = Stage()
        let channel = try await stage.watch()
        channel.forget()
        stage.commit(11)
        stage.fanout.began(Stage.ref, Stage.start(seq: 4, epoch: "e2", state: .sold))
        stage.loop.run()
        let events = try channel.events
        guard events.count == 1, case .snapshot(let snapshot)? = events.first else {
            Issue.record("got \(events)")
            return
        }
        #expect(snapshot.epoch == "e2")
        let delta = stage.commit(5)
        stage.loop.run()
        #expect(try channel.events.last == .delta(delta))
    }

    @Test("a ledger that is reloaded where it was disturbs no reader, and nothing is forgotten")
    func reloaded() async throws {
        let stage = Stage()
        let channel = try await stage.watch()
        channel.forget()
        channel.stopReading()
        for seq in 11...13 {
            stage.commit(UInt64(seq))
            stage.loop.run()
        }
        stage.fanout.began(Stage.ref, Stage.start(seq: 13))
        stage.loop.run()
        channel.readAgain()
        #expect(
            try channel.events.map { event -> ClosedRange<UInt64>? in
                if case .delta(let delta) = event { delta.firstSeq...delta.lastSeq } else { nil }
            } == [11...11, 12...13])
        let next = stage.commit(14)
        stage.loop.run()
        #expect(try channel.events.last == .delta(next))
    }

    @Test("a ledger that lost commits of the same epoch replaces every reader's map")
    func rolledBack() async throws {
        let stage = Stage()
        let channel = try await stage.watch()
        stage.commit(11)
        stage.loop.run()
        channel.forget()
        stage.fanout.began(Stage.ref, Stage.start(seq: 10))
        stage.loop.run()
        guard case .snapshot(let snapshot)? = try channel.events.first else {
            Issue.record("no snapshot")
            return
        }
        #expect(snapshot.seq == 10)
    }

    @Test("UpdateShow reaches every watcher as a show event without a seq")
    func showEvent() async throws {
        let stage = Stage()
        let channel = try await stage.watch()
        let stalled = try await stage.watch()
        stalled.stopReading()
        stage.commit(11)
        stage.loop.run()
        channel.forget()
        var show = Stage.show
        show.version = 4
        show.salesOpen = false
        stage.fanout.committed(Stage.ref, ShowCommit(delta: nil, show: show))
        stage.loop.run()
        #expect(try channel.events == [.show(show)])
        stalled.readAgain()
        #expect(try stalled.events.last == .show(show))
    }

    @Test("a watcher that left is forgotten, and its show is dropped after a minute")
    func idle() async throws {
        let stage = Stage()
        let channel = try await stage.watch()
        stage.loop.advance(seconds: 300)
        #expect(stage.ledger.seen { $0.unfollowed.isEmpty })
        channel.hangUp()
        stage.loop.advance(seconds: 50)
        #expect(stage.ledger.seen { $0.unfollowed.isEmpty })
        stage.loop.advance(seconds: 30)
        #expect(stage.ledger.seen { $0.unfollowed } == [Stage.ref])
        #expect(stage.fanout.seats.hubCount == 0)
        // And comes back when somebody asks again.
        #expect(try await stage.watch().events.count == 1)
    }

    @Test("a show that took long to follow is dropped after a minute as well")
    func slowFollow() async throws {
        let stage = Stage()
        let loop = stage.loop
        // Longer than the time between two looks for idle shows, of which there is none yet.
        stage.ledger.script { $0.whileFollowing = { loop.advance(seconds: 15) } }
        let channel = try await stage.watch()
        channel.hangUp()
        stage.loop.advance(seconds: 80)
        #expect(stage.ledger.seen { $0.unfollowed } == [Stage.ref])
        #expect(stage.fanout.seats.hubCount == 0)
    }

    @Test("each loop with watchers hears of a commit, others do not")
    func loops() async throws {
        let stage = Stage()
        let other = ManualLoop(index: 1)
        let there = try await stage.watch(on: other)
        there.forget()
        let delta = stage.commit(11)
        #expect(stage.loop.backlog == 0)
        #expect(other.backlog == 1)
        other.run()
        #expect(try there.events == [.delta(delta)])
        there.hangUp()
        stage.commit(12)
        #expect(other.backlog == 0)
    }
}
