import Testing

@testable import Usher
@testable import UsherCore

@Suite("What a consumer of a room is told") struct RoomMergerTests {
    @Test(
        "however slow a consumer is: its list is the shown one after each update, in order, and nothing is told twice")
    func anyPace() {
        for seed in 1...80 as ClosedRange<UInt64> {
            var run = MergerRun(seed: seed)
            for _ in 0..<150 { run.step() }
            run.tell()
        }
    }

    /// A room's random life with an own member who is shown before the room tells of them; a consumer that looks now and
    /// then.
    private struct MergerRun {
        let seed: UInt64
        var generator: SeededGenerator
        var replica = RoomReplica()
        var merger = RoomMerger()
        /// As a join told it, until the room does; and the seat that is wished.
        var granted: RoomMember?
        var wish: String?
        var list: [RoomMember] = []
        var time: Int64 = 1

        init(seed: UInt64) {
            self.seed = seed
            generator = SeededGenerator(seed: seed)
            _ = replica.apply(RoomStage.snapshot(0, []))
        }

        var view: RoomView {
            var me = replica.member("me") ?? granted
            if let wish { me?.seat = wish }
            return RoomView(
                replica: replica, me: me, hall: nil, counts: nil, presence: .absent, connection: .live)
        }

        mutating func step() {
            let ids = ["me", "ann", "bob", "cem", "dan"]
            let id = ids.randomElement(using: &generator) ?? "me"
            let seq = replica.position.seq + 1
            switch Int.random(in: 0..<8, using: &generator) {
            case 0:
                granted = replica.member("me") == nil ? RoomStage.member("me", joined: time) : nil
                merger.touch("me")
            case 1:
                wish = wish == nil ? "X" : nil
                merger.touch("me")
            case 2: snapshot(seq + 3)
            case 3, 4: tell()
            default:
                time += 1
                let kind: RoomChange.Kind =
                    replica.member(id) == nil
                    ? .joined(RoomStage.member(id, joined: time / 2))
                    : Bool.random(using: &generator)
                        ? .left(id)
                        : .updated(
                            MemberUpdate(
                                memberID: id, status: MemberStatus.allCases.randomElement(using: &generator)))
                hear(RoomStage.change(seq, kind))
            }
        }

        private mutating func snapshot(_ seq: UInt64) {
            time += 1
            var members = replica.members.filter { _ in Bool.random(using: &generator) }
            for id in ["ann", "me", "eve"] where !members.contains(where: { $0.memberID == id }) {
                members.append(RoomStage.member(id, joined: time))
            }
            hear(RoomStage.snapshot(seq, members))
        }

        private mutating func hear(_ event: RoomEvent) {
            switch replica.apply(event) {
            case .applied(let changes), .replaced(let changes, _, _): merger.touch(changes)
            default: Issue.record("seed \(seed): \(event) was not applied")
            }
            if replica.member("me") != nil { granted = nil }
            merger.touch("me")
        }

        mutating func tell() {
            guard let update = merger.take(view) else {
                #expect(list == view.members, "seed \(seed)")
                return
            }
            for id in update.left {
                #expect(list.contains { $0.memberID == id }, "seed \(seed)")
                list.removeAll { $0.memberID == id }
            }
            for change in update.updated {
                guard let index = list.firstIndex(where: { $0.memberID == change.memberID }) else {
                    Issue.record("seed \(seed): nobody is \(change.memberID)")
                    continue
                }
                let old = list[index]
                list[index].apply(change)
                #expect(list[index] != old, "seed \(seed)")
            }
            list += update.joined
            #expect(list == view.members, "seed \(seed)")
            #expect(merger.take(view) == nil, "seed \(seed)")
        }
    }
}
