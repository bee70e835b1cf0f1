import UsherCore

@testable import UsherWire

/// The same values that the golden bytes were made of, by another implementation of protobuf.
enum RoomFixtures {
    static let noon = Fixtures.noon

    static let alice = RoomMember(
        memberID: "alice", seat: "W-1", status: .focusing, focusStartedAt: noon - .minutes(10), planned: .minutes(25),
        nickname: "Älice", avatar: "🦉", joinedAt: noon - .hours(1))

    static let bob = RoomMember(memberID: "bob", status: .away, joinedAt: noon)

    static let snapshot = RoomEvent.snapshot(
        RoomSnapshot(
            epoch: "e-1", seq: 12, members: [alice, bob], hallID: "lib", hallRevision: 2,
            serverTime: noon + .milliseconds(500)))

    static let joined = RoomEvent.change(RoomChange(seq: 13, kind: .joined(alice)))

    static let updated = RoomEvent.change(
        RoomChange(
            seq: 300,
            kind: .updated(
                MemberUpdate(
                    memberID: "alice", seat: "", status: .resting, focusStartedAt: .cleared, planned: .zero,
                    nickname: "Al", avatar: ""))))

    static let left = RoomEvent.change(RoomChange(seq: 301, kind: .left("alice")))

    static let counts = RoomEvent.counts(
        RoomCounts(
            seq: 9, whole: MemberCounts(present: 5, focusing: 3, resting: 1, away: 1),
            areas: [
                AreaCounts(areaID: "window", counts: MemberCounts(present: 2, focusing: 2)),
                AreaCounts(areaID: "quiet", counts: MemberCounts()),
            ]))

    static let heartbeat = RoomEvent.heartbeat(seq: 300, serverTime: noon)

    static let drain = RoomEvent.drain(reconnectAfter: .milliseconds(1_500), reason: "shutdown")

    static let room = Room(roomID: "library", hallID: "lib", hallRevision: 2, name: "Library")

    static let membership = MembershipMessage(
        token: "rm_library_7_00ff", member: alice, heartbeat: .seconds(25), serverTime: noon, epoch: "e-1", seq: 12,
        room: room)
}
