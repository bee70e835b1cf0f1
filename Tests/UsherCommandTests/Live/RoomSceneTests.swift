import Testing
import Usher
import UsherCore

@testable import UsherCommand

@Suite struct RoomSceneTests {
    private static let now = Timestamp(nanoseconds: 1_800_000_000_000_000_000)
    private static let hall: Hall = {
        var hall = Hall(hallID: "lib", name: "Library", revision: 2, rowCount: 1, columnCount: 2)
        hall.seats = [Seat(code: "W-1", row: 0, column: 0), Seat(code: "W-2", row: 0, column: 1)]
        return hall
    }()
    private static let alice = RoomMember(memberID: "alice", seat: "W-1", status: .idle, joinedAt: now)
    private static let style = DrawStyle(width: 80, height: nil, color: false, unicode: true)

    private func snapshot(_ members: [RoomMember] = [alice], seq: UInt64 = 3, at time: Timestamp = now) -> RoomEvent {
        .snapshot(
            RoomSnapshot(epoch: "e", seq: seq, members: members, hallID: "lib", hallRevision: 2, serverTime: time))
    }

    private func scene(_ events: [RoomEvent], detail: RoomDetail = .members) -> RoomScene {
        var scene = RoomScene("library", detail: detail, now: Self.now)
        for event in events { _ = scene.apply(event, now: Self.now) }
        return scene
    }

    @Test("a snapshot asks for its hall once, and for another revision again")
    func halls() {
        var scene = scene([])
        #expect(!scene.isKnown && scene.wantedHall == nil)
        _ = scene.apply(snapshot(), now: Self.now)
        #expect(scene.isKnown && scene.wantedHall?.hallID == "lib" && scene.wantedHall?.revision == 2)
        scene.show(Self.hall)
        #expect(scene.wantedHall == nil)
        _ = scene.apply(
            .snapshot(
                RoomSnapshot(epoch: "e", seq: 4, members: [], hallID: "lib", hallRevision: 3, serverTime: Self.now)),
            now: Self.now)
        #expect(scene.wantedHall?.revision == 3)
    }

    @Test("minutes of focus are counted by the gateway's clock")
    func skew() {
        // The gateway is an hour ahead, and so is what it says of alice.
        var alice = Self.alice
        alice.status = .focusing
        alice.focusStartedAt = Self.now + .hours(1) - .minutes(5)
        var scene = scene([snapshot([alice], at: Self.now + .hours(1))])
        scene.show(Self.hall)
        #expect(scene.skew == .hours(1))
        #expect(scene.ticks)
        #expect(scene.lines(Self.style, now: Self.now).contains { $0.contains("W-1 ◉ alice 5 min") })
        let later = scene.lines(Self.style, now: Self.now + .minutes(2))
        #expect(later.contains { $0.contains("W-1 ◉ alice 7 min") })
    }

    @Test("changes in words, for logs")
    func lines() {
        let first = snapshot([])
        let joined = RoomEvent.change(RoomChange(seq: 4, kind: .joined(Self.alice)))
        #expect(scene([first, joined]).line(.joined(Self.alice)) == "seq 4: alice joined: seat W-1, idle")
        let moves: [(MemberUpdate, String)] = [
            (MemberUpdate(memberID: "alice", seat: "W-2", status: .focusing), "sits on W-2, focusing"),
            (MemberUpdate(memberID: "alice", seat: ""), "stood up"),
            (MemberUpdate(memberID: "alice", nickname: "Al\u{1B}ice"), "is called Al�ice"),
            (MemberUpdate(memberID: "alice", avatar: "x"), "has another picture"),
            (MemberUpdate(memberID: "alice", planned: .minutes(5)), "focuses by other times"),
        ]
        for (update, words) in moves {
            let scene = scene([first, joined, .change(RoomChange(seq: 5, kind: .updated(update)))])
            #expect(scene.line(.updated(update)) == "seq 5: alice \(words)")
        }
        #expect(scene([first, joined]).line(.left("alice")) == "seq 4: alice left")
    }

    @Test("a reader of numbers shows the last ones, and says them in a line")
    func counts() {
        let counts = RoomCounts(
            seq: 9, whole: MemberCounts(present: 5, focusing: 3),
            areas: [AreaCounts(areaID: "window", counts: MemberCounts(present: 2))])
        let scene = scene([.counts(counts)], detail: .counts)
        #expect(scene.isKnown && scene.wantedHall == nil && !scene.ticks)
        #expect(scene.line(.counts) == "seq 9: 5 here, 3 focusing")
        let lines = scene.lines(Self.style, now: Self.now)
        #expect(lines.first == "library" && lines.contains("5 here · 3 focusing") && lines.last == "◉ live · seq 9")
    }

    @Test("seconds to the next attempt count down")
    func waiting() {
        var scene = scene([snapshot()])
        scene.lost(retryIn: 5, now: Self.now)
        #expect(scene.ticks)
        #expect(scene.lines(Self.style, now: Self.now + .seconds(2)).last?.contains("next attempt in 3 s") == true)
        _ = scene.apply(.heartbeat(seq: 3, serverTime: Self.now), now: Self.now)
        #expect(scene.connection == .live)
    }

    @Test("a gap and an unknown change make the reader open another stream")
    func gaps() {
        var scene = scene([snapshot()])
        let gap = scene.apply(.change(RoomChange(seq: 6, kind: .left("alice"))), now: Self.now)
        guard case .resume = gap else {
            Issue.record("\(gap)")
            return
        }
        let unknown = scene.apply(.change(RoomChange(seq: 4, kind: .unknown)), now: Self.now)
        guard case .resume = unknown else {
            Issue.record("\(unknown)")
            return
        }
        #expect(scene.replica.position == Position())
    }
}
