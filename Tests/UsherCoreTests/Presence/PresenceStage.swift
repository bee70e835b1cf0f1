import Testing

@testable import UsherCore

/// A presence machine, the room that it sees, and the calls that it wants: all by hand.
struct PresenceStage {
    var machine: PresenceMachine
    var room = RoomReplica()
    var now: Int64 = 1_000_000_000_000
    var generator = SeededGenerator(seed: 7)
    /// Calls that were sent and not answered, the oldest first.
    var calls: [(id: Int, call: PresenceCall, token: String, patience: TimeSpan?)] = []
    var ends: [Int: PresenceOutcome] = [:]
    var reopened = 0
    var rested = 0

    static let me = PresenceIdentity(memberID: "me", nickname: "N", avatar: "A", deviceID: "d")

    init(isBlind: Bool = false) {
        machine = PresenceMachine(isBlind: isBlind)
        _ = room.apply(RoomReplicaTests.snapshot(10, [RoomReplicaTests.member("bob", seat: "B")]))
    }

    /// In the room at seq 11, on `seat`, attending by a stream.
    static func present(seat: String = "A", rejoins: Bool = true) -> PresenceStage {
        var stage = PresenceStage()
        stage.machine.rejoins = rejoins
        let wish = stage.begin { $0.join(me, seat: seat, now: $1) }
        stage.joined("t1", RoomReplicaTests.member("me", seat: seat))
        #expect(stage.ends[wish] == .member(RoomReplicaTests.member("me", seat: seat)))
        stage.tell(.joined(RoomReplicaTests.member("me", seat: seat)))
        stage.attend()
        return stage
    }

    // MARK: Inputs

    mutating func take() {
        for directive in machine.takeDirectives() {
            switch directive {
            case .send(let id, let call, let token, let patience): calls.append((id, call, token, patience))
            case .end(let wish, let outcome, _): ends[wish] = outcome
            case .reopenStream: reopened += 1
            case .rest: rested += 1
            }
        }
    }

    @discardableResult
    mutating func begin(_ wish: (inout PresenceMachine, Int64) -> Int) -> Int {
        defer { take() }
        return wish(&machine, now)
    }

    mutating func sit(_ seat: String) -> Int { begin { $0.takeSeat(seat, now: $1) } }

    mutating func say(_ status: MemberStatus) -> Int {
        begin { $0.setStatus(status, serverTime: Timestamp(nanoseconds: 77), now: $1) }
    }

    /// Answers the oldest call.
    mutating func answer(_ result: PresenceResult) {
        guard !calls.isEmpty else {
            Issue.record("nothing was asked")
            return
        }
        machine.answered(calls.removeFirst().id, result, now: now, using: &generator)
        take()
    }

    mutating func joined(_ token: String, _ member: RoomMember) {
        answer(.joined(token: token, member, heartbeat: .seconds(25)))
    }

    mutating func answer(seat: String, _ status: MemberStatus = .idle) {
        answer(.member(RoomReplicaTests.member("me", seat: seat, status)))
    }

    /// The room's stream tells a change.
    mutating func tell(_ kind: RoomChange.Kind) {
        _ = room.apply(RoomReplicaTests.change(room.position.seq + 1, kind))
        machine.roomChanged(room, since: nil, now: now)
        take()
    }

    mutating func tell(seat: String? = nil, _ status: MemberStatus? = nil) {
        tell(.updated(MemberUpdate(memberID: "me", seat: seat, status: status)))
    }

    /// A stream that was begun now tells everybody.
    mutating func tellAll(_ members: [RoomMember]) {
        _ = room.apply(RoomReplicaTests.snapshot(room.position.seq + 5, members))
        machine.roomChanged(room, since: now, now: now)
        take()
    }

    mutating func attend(_ attends: Bool = true, isPolling: Bool = false) {
        machine.watched(attends: attends, isLive: attends, isPolling: isPolling, now: now)
        take()
    }

    mutating func pass(_ span: TimeSpan) {
        now += span.nanoseconds
        machine.timePassed(now: now, using: &generator)
        take()
    }

    /// Moves on to the machine's own deadline.
    mutating func wait() {
        guard let wakes = machine.wakesAt else {
            Issue.record("nothing is waited for")
            return
        }
        now = max(now, wakes)
        machine.timePassed(now: now, using: &generator)
        take()
    }

    var shown: RoomMember? { machine.shown(in: room) }
    var asked: [PresenceCall] { calls.map(\.call) }
}
