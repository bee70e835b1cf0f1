import Testing
import UsherCore

/// A room and its log: does what a ledger does, with a clock that only the test moves, and looks at deadlines on the
/// ledger's grid.
struct RoomStage {
    static let grid = TimeSpan.milliseconds(250)
    static let start = Stage.start

    var state: RoomState
    var log: [RoomRecord] = []
    /// Everything that others saw.
    var changes: [RoomChange] = []
    var now = Self.start
    /// Devices with an open stream whose peer answers.
    var streams: Set<UInt64> = []
    private var nextSecret: UInt64 = 1

    init(
        awayAfter: TimeSpan = .seconds(50), leaveAfter: TimeSpan = .minutes(30), rows: Int = 2, columns: Int = 4
    ) {
        let room = Room(roomID: "R", hallID: "H", hallRevision: 1, awayAfter: awayAfter, leaveAfter: leaveAfter)
        state = RoomState(
            room: room, hall: HallRevision(Stage.hall(rows: rows, columns: columns)), epoch: "e")
    }

    mutating func commit(_ facts: [RoomFact]) {
        for fact in facts {
            let before = state.seq
            let record = RoomRecord(index: state.logIndex + 1, at: state.effectiveNow(now), fact: fact)
            let change = state.apply(record)
            log.append(record)
            #expect(state.seq == before + (change == nil ? 0 : 1) && change?.seq ?? state.seq == state.seq)
            if let change { changes.append(change) }
        }
    }

    /// Decides and commits, as the ledger does. The member as they are then; as they were, for one who left.
    @discardableResult
    mutating func run(_ command: RoomCommand, focus: RoomFocus? = nil) -> Result<(RoomMember?, DeviceKey), Refusal> {
        switch state.decide(command, now: now, focus: focus) {
        case .refuse(let refusal):
            if let key = command.device, state.knows(key) { state.hear(key.number, at: now) }
            return .failure(refusal)
        case .accept(let facts, let memberID, let key):
            let before = state.member(memberID)
            let seq = state.seq
            commit(facts)
            #expect(state.seq - seq <= 1, "one request, at most one change: \(facts)")
            if state.knows(key) { state.hear(key.number, at: now) }
            return .success((state.member(memberID) ?? before, key))
        }
    }

    mutating func secret() -> TokenSecret {
        nextSecret += 1
        return TokenSecret(high: nextSecret, low: 9)
    }

    @discardableResult
    mutating func join(
        _ memberID: String, seat: String = "", nickname: String = "", avatar: String = "", deviceID: String = "",
        focus: RoomFocus? = nil
    ) throws(Refusal) -> DeviceKey {
        let secret = secret()
        let command = RoomCommand.join(
            memberID: memberID, nickname: nickname, avatar: avatar, seat: seat, deviceID: deviceID, secret: secret)
        return try run(command, focus: focus).get().1
    }

    /// Judges what is due, as the ledger does on its grid.
    mutating func look() {
        while let number = state.nextSilent(now: now) {
            if streams.contains(number) { state.hear(number, at: now) }
            commit(state.lapse(number, now: now))
        }
    }

    /// Lets time pass, looking at every point of the grid.
    mutating func pass(_ span: TimeSpan) {
        let end = now + span
        while true {
            let past = now.nanoseconds % Self.grid.nanoseconds
            let next = now + TimeSpan(nanoseconds: Self.grid.nanoseconds - past)
            guard next <= end else { break }
            now = next
            look()
        }
        now = end
    }

    func status(_ memberID: String) -> MemberStatus? { state.member(memberID)?.status }

    /// What others saw since `seq`.
    func seen(since seq: UInt64) -> [RoomChange.Kind] { changes.filter { $0.seq > seq }.map(\.kind) }
}
