import Testing
import UsherCore

@Suite("A room does what a naive one does")
struct RoomModelTests {
    /// One run: random commands of random devices, dead tokens among them, and time that passes by a little or by much.
    private struct Run {
        var stage: RoomStage
        var model: RoomModel
        var generator: SeededGenerator
        /// Tokens that were given, dead ones too.
        var keys: [DeviceKey] = []
        var returns = 0
        var refusals = 0

        init(seed: UInt64) {
            generator = SeededGenerator(seed: seed)
            let seconds = Int64.random(in: 1...20, using: &generator)
            let away = TimeSpan.seconds(seconds)
            let leave = TimeSpan.milliseconds(seconds * 1_000 + .random(in: 1...60_000, using: &generator))
            stage = RoomStage(awayAfter: away, leaveAfter: leave, rows: 1, columns: 5)
            model = RoomModel(
                awayAfter: away, leaveAfter: leave, seatCodes: Set(stage.state.hall.hall.seats.map(\.code)))
        }

        mutating func pick<Value>(_ values: [Value]) -> Value {
            values[Int.random(in: 0..<values.count, using: &generator)]
        }

        mutating func seat() -> String { pick(["A1", "A2", "A3", "A4", "A5", "Z1"]) }

        mutating func command() -> RoomCommand {
            let member = "m\(Int.random(in: 0..<8, using: &generator))"
            let known: DeviceKey? = keys.isEmpty ? nil : pick(Array(keys.suffix(24)))
            guard let key = known, Int.random(in: 0..<10, using: &generator) > 1 else {
                return .join(
                    memberID: member, nickname: pick(["", "", "N", "O"]), avatar: pick(["", "", "a"]),
                    seat: pick(["", seat()]), deviceID: pick(["", "phone", "desk"]), secret: stage.secret())
            }
            switch Int.random(in: 0..<12, using: &generator) {
            case 0, 1: return .takeSeat(key, seat: seat())
            case 2: return .leaveSeat(key, seat: pick(["", seat()]))
            case 3, 4: return .setStatus(key, pick([.idle, .focusing, .resting]))
            case 5, 6: return .setStatus(key, .away)
            case 7: return .attend(key)
            case 8: return .leave(key)
            default: return .keepAlive(key)
            }
        }

        mutating func focus() -> RoomFocus {
            pick([
                .focusing(startedAt: stage.now - .seconds(7), planned: pick([nil, .minutes(25)])), .resting, .idle,
            ])
        }

        mutating func step() {
            switch Int.random(in: 0..<20, using: &generator) {
            case 0:
                let session = focus()
                let member = "m\(Int.random(in: 0..<8, using: &generator))"
                stage.commit(stage.state.focus(session, of: member))
                model.focus(session, of: member)
            case 1 where !stage.streams.isEmpty:
                let number = pick(stage.streams.sorted())
                stage.streams.remove(number)
                stage.state.hear(number, at: stage.now)
                if let key = keys.first(where: { $0.number == number }) { model.endStream(key, now: stage.now) }
            case 2...7:
                pass(.milliseconds(.random(in: 1...pick([400, 4_000, 90_000]), using: &generator)))
            default:
                let command = command()
                let session: RoomFocus? = pick([true, false]) ? focus() : nil
                let before = stage.state.image
                let expected = model.perform(command, now: stage.now, focus: session)
                let result = stage.run(command, focus: session).map(\.1)
                #expect(result == expected, "\(command)")
                switch result {
                case .failure:
                    refusals += 1
                    #expect(stage.state.image == before, "a refused \(command)")
                case .success(let key):
                    if case .join = command { keys.append(key) }
                    if case .attend = command { stage.streams.insert(key.number) }
                }
            }
            stage.streams = stage.streams.filter { stage.state.hasDevice($0) }
            compare()
        }

        /// Time passes on the grid: at every point of it both stand alike, so nobody is away too early or too late.
        private mutating func pass(_ span: TimeSpan) {
            let end = stage.now + span
            while true {
                let past = stage.now.nanoseconds % RoomStage.grid.nanoseconds
                let next = stage.now + TimeSpan(nanoseconds: RoomStage.grid.nanoseconds - past)
                guard next <= end else { break }
                stage.now = next
                stage.look()
                model.look(now: next)
                if stage.state.seq != model.seq { break }
            }
            stage.now = end
        }

        private mutating func compare() {
            #expect(stage.state.members == model.members)
            #expect(stage.state.seq == model.seq)
            #expect(stage.state.deviceCount == model.people.reduce(0) { $0 + $1.devices.count })
            for member in model.members where !member.seat.isEmpty {
                #expect(stage.state.occupant(ofSeat: member.seat) == member.memberID)
            }
        }

        /// What a ledger finds in its store is what it had in memory; and readers who applied every change have it too.
        func checkReplay() {
            let room = stage.state.room
            var replayed = RoomState(room: room, hall: stage.state.hall, epoch: "e")
            let half = stage.log.count / 2
            for record in stage.log[..<half] { replayed.apply(record) }
            var resumed = RoomState(room: room, hall: stage.state.hall, epoch: "e", image: replayed.image)
            for record in stage.log[half...] {
                replayed.apply(record)
                resumed.apply(record)
            }
            #expect(replayed.image == stage.state.image && resumed.image == stage.state.image)
            var readers = RoomHistory(epoch: "e", hall: stage.state.hall, room: room, seq: 0, members: [])
            for change in stage.changes { readers.append(change) }
            #expect(readers.members == stage.state.members && readers.seq == stage.state.seq)
        }
    }

    @Test("whatever devices do and however time passes, members, seats, seq and deadlines are the naive room's")
    func model() {
        var statuses: Set<MemberStatus> = []
        var refusals = 0
        for seed in UInt64(1)...60 {
            var run = Run(seed: seed)
            for step in 0..<300 {
                run.step()
                statuses.formUnion(run.model.members.map(\.status))
                guard run.stage.state.members == run.model.members, run.stage.state.seq == run.model.seq else {
                    Issue.record("seed \(seed), step \(step)")
                    return
                }
            }
            run.checkReplay()
            refusals += run.refusals
        }
        #expect(statuses == Set(MemberStatus.allCases) && refusals > 500)
    }

    @Test("the queue of deadlines stays small however often devices come and go")
    func boundedQueue() throws {
        var room = RoomStage(awayAfter: .seconds(1), leaveAfter: .hours(700))
        let key = try room.join("ann")
        for _ in 0..<500 {
            room.pass(.milliseconds(1_250))
            #expect(room.status("ann") == .away)
            room.run(.keepAlive(key))
            if room.status("ann") != .idle { break }
        }
        #expect(room.state.seq == 1_001 && room.state.queueLength <= 66)
    }
}
