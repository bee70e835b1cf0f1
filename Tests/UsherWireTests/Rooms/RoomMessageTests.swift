import Testing
import UsherCore

@testable import UsherWire

@Suite("Messages of rooms")
struct RoomMessageTests {
    private func check<Value: WireMessage>(_ value: Value) throws {
        #expect(try Value(decoding: value.encoded()) == value)
    }

    private static let aliceHex =
        "0a05616c6963651203572d311802220608a89fa7da062a0308dc0b3206c3846c6963653a04f09fa689420608f087a7da06"

    @Test(
        "events have the bytes that another implementation of protobuf writes",
        arguments: [
            (
                RoomFixtures.snapshot,
                "0a600a03652d31100c1a31" + aliceHex
                    + "1a0f0a03626f62180442060880a4a7da0622036c69622802320c0880a4a7da061080cab5ee01"
            ), (RoomFixtures.joined, "1235080d1231" + aliceHex),
            (RoomFixtures.updated, "121a08ac021a150a05616c6963651200180322002a003202416c3a00"),
            (RoomFixtures.left, "120a08ad022205616c696365"),
            (RoomFixtures.counts, "1a2108091005180320012801320c0a0677696e646f771002180232070a057175696574"),
            (RoomFixtures.heartbeat, "220b08ac0212060880a4a7da06"),
            (RoomFixtures.drain, "2a140a0808011080cab5ee01120873687574646f776e"),
        ])
    func golden(event: RoomEvent, golden: String) throws {
        #expect(hex(event.encoded()) == golden)
        #expect(try RoomEvent(decoding: bytes(hex: golden)) == event)
    }

    @Test("a membership has the bytes that another implementation writes")
    func goldenMembership() throws {
        let golden =
            "0a11726d5f6c6962726172795f375f303066661231" + Self.aliceHex
            + "1a02081922060880a4a7da062a03652d31300c3a220a076c69627261727912036c69621a074c696272617279220208322a03"
            + "08880e3002"
        #expect(hex(RoomFixtures.membership.encoded()) == golden)
        #expect(try MembershipMessage(decoding: bytes(hex: golden)) == RoomFixtures.membership)
    }

    @Test("changes written by hand have the same bytes as protobuf-c's", arguments: 0..<200)
    func handWritten(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let kind: RoomChange.Kind =
            switch Int.random(in: 0..<4, using: &random) {
            case 0: .joined(member(&random))
            case 1: .updated(update(&random))
            case 2: .left(text(&random))
            default: .unknown
            }
        let seq = UInt64.random(in: 0...(.max >> UInt64.random(in: 0...63, using: &random)), using: &random)
        let event = RoomEvent.change(RoomChange(seq: seq, kind: kind))
        #expect(hex(event.encoded()) == hex(Codec.encode(event)))
        #expect(try RoomEvent(decoding: event.encoded()) == event)
    }

    private func text(_ random: inout SeededGenerator) -> String {
        ["", "a", "Ä🦉", String(repeating: "x", count: 64), String(repeating: "ü", count: 100)]
            .randomElement(using: &random)!
    }

    private func time(_ random: inout SeededGenerator) -> Timestamp {
        Timestamp(nanoseconds: Int64.random(in: .min ... .max, using: &random))
    }

    private func span(_ random: inout SeededGenerator) -> TimeSpan {
        TimeSpan(nanoseconds: Int64.random(in: .min ... .max, using: &random))
    }

    private func member(_ random: inout SeededGenerator) -> RoomMember {
        RoomMember(
            memberID: text(&random), seat: text(&random), status: MemberStatus.allCases.randomElement(using: &random)!,
            focusStartedAt: Bool.random(using: &random) ? time(&random) : nil,
            planned: Bool.random(using: &random) ? span(&random) : nil, nickname: text(&random), avatar: text(&random),
            joinedAt: Bool.random(using: &random) ? time(&random) : Timestamp(nanoseconds: 0))
    }

    private func update(_ random: inout SeededGenerator) -> MemberUpdate {
        var update = MemberUpdate(memberID: text(&random))
        if Bool.random(using: &random) { update.seat = text(&random) }
        if Bool.random(using: &random) { update.status = MemberStatus.allCases.randomElement(using: &random)! }
        if Bool.random(using: &random) {
            update.focusStartedAt = Bool.random(using: &random) ? time(&random) : .cleared
        }
        if Bool.random(using: &random) { update.planned = Bool.random(using: &random) ? span(&random) : .zero }
        if Bool.random(using: &random) { update.nickname = text(&random) }
        if Bool.random(using: &random) { update.avatar = text(&random) }
        return update
    }

    @Test(
        "heartbeats written by hand have the same bytes as protobuf-c's",
        arguments: [0, 1, -1, -1_500_000_000, Int64.max, Int64.min, 1_800_000_000_123_456_789])
    func heartbeats(nanoseconds: Int64) throws {
        for seq in [0, 1, 300, UInt64.max] {
            let event = RoomEvent.heartbeat(seq: seq, serverTime: Timestamp(nanoseconds: nanoseconds))
            #expect(hex(event.encoded()) == hex(Codec.encode(event)))
        }
    }

    @Test("requests and replies come back as they were sent")
    func roundTrips() throws {
        try check(CreateRoomRequest(room: RoomFixtures.room))
        try check(CreateRoomRequest())
        try check(GetRoomRequest(roomID: "library", epoch: "e", afterSeq: 9))
        try check(
            JoinRoomRequest(
                roomID: "library", memberID: "alice", nickname: "Älice", avatar: "🦉", seat: "W-1", deviceID: "phone"))
        try check(MembershipMessage())
        try check(TakeSeatRequest(token: "t", seat: "W-1"))
        try check(LeaveSeatRequest(token: "t", seat: "W-1"))
        try check(SetStatusRequest(token: "t", status: .away))
        try check(SetStatusRequest(token: "t", status: nil))
        try check(KeepAliveRequest(token: "t"))
        try check(KeepAliveResponse(serverTime: RoomFixtures.noon))
        try check(LeaveRoomRequest(token: "t"))
        try check(LeaveRoomResponse())
        try check(
            WatchRoomRequest(
                roomID: "library", token: "t", epoch: "e", afterSeq: 9, heartbeat: .seconds(10), detail: .counts))
        try check(RoomFixtures.alice)
        try check(RoomFixtures.room)
        try check(RoomEvent.unknown)
    }

    @Test("a room without spans has the usual ones, and a span of zero stays one")
    func roomDefaults() throws {
        let bare = try Room(decoding: bytes(hex: "0a076c696272617279"))
        #expect(bare == Room(roomID: "library", hallID: ""))
        #expect(bare.awayAfter == .seconds(50) && bare.leaveAfter == .minutes(30))
        #expect(try Room(decoding: bytes(hex: "22002a00")).awayAfter == .zero)
    }

    @Test("a status of a newer version is somebody who is there and does not focus, in a snapshot and in an update")
    func unknownStatus() throws {
        // 9, unspecified, and -1: in a member, in an update, and in a request.
        for raw in ["09", "00", "ffffffffffffffffff01"] {
            let member = try RoomMember(decoding: bytes(hex: "0a01611203572d3118" + raw))
            #expect(member.status == .idle && member.seat == "W-1")
            let inner = bytes(hex: "0a016118" + raw)
            let change = [8, 5, 0x1a, UInt8(inner.count)] + inner
            let event = try RoomEvent(decoding: [0x12, UInt8(change.count)] + change)
            #expect(event == .change(RoomChange(seq: 5, kind: .updated(MemberUpdate(memberID: "a", status: .idle)))))
            #expect(try SetStatusRequest(decoding: bytes(hex: "0a017410" + raw)).status == nil)
        }
    }

    @Test("an arm of a newer version: an event is ignored, a change keeps its seq")
    func unknownArms() throws {
        #expect(try RoomEvent(decoding: bytes(hex: "7a0101")) == .unknown)
        #expect(try RoomEvent(decoding: []) == .unknown)
        let change = try RoomEvent(decoding: bytes(hex: "120508057a0101"))
        #expect(change == .change(RoomChange(seq: 5, kind: .unknown)))
        #expect(try WatchRoomRequest(decoding: bytes(hex: "3009")).detail == .members)
    }

    @Test("zero times are none, in a member as in an update")
    func clearedTimes() throws {
        let member = try RoomMember(decoding: bytes(hex: "0a0161180222002a00"))
        #expect(member.focusStartedAt == nil && member.planned == nil)
        var alice = RoomFixtures.alice
        guard case .change(let change) = try RoomEvent(decoding: RoomFixtures.updated.encoded()),
            case .updated(let update) = change.kind
        else {
            Issue.record("not an update")
            return
        }
        alice.apply(update)
        #expect(alice.focusStartedAt == nil && alice.planned == nil && alice.seat.isEmpty && alice.avatar.isEmpty)
    }

    @Test("what is wrong with a member's fields is told by its path")
    func faults() throws {
        var faults: [FieldFault] = []
        _ = try JoinRoomRequest(decoding: bytes(hex: "12016112017f1a02c328"), faults: &faults)
        #expect(faults.map(\.field) == ["member_id", "nickname"])
    }

    @Test("events as JSON: only what an update says, zero times written out")
    func json() throws {
        #expect(
            try ProtoJSON.string(RoomFixtures.updated)
                == #"{"change":{"seq":"300","updated":{"memberId":"alice","seat":"","status":"MEMBER_STATUS_RESTING","#
                + #""focusStartedAt":"1970-01-01T00:00:00Z","planned":"0s","nickname":"Al","avatar":""}}}"#)
        #expect(
            try ProtoJSON.string(RoomFixtures.joined)
                == #"{"change":{"seq":"13","joined":{"memberId":"alice","seat":"W-1","#
                + #""status":"MEMBER_STATUS_FOCUSING","focusStartedAt":"2027-01-15T07:50:00Z","planned":"1500s","#
                + #""nickname":"Älice","avatar":"🦉","joinedAt":"2027-01-15T07:00:00Z"}}}"#)
        for event in [
            RoomFixtures.snapshot, RoomFixtures.joined, RoomFixtures.updated, RoomFixtures.left, RoomFixtures.counts,
            RoomFixtures.heartbeat, RoomFixtures.drain,
        ] {
            #expect(try ProtoJSON.decode(RoomEvent.self, from: Array(ProtoJSON.string(event).utf8)) == event)
        }
    }

    @Test("a room of fifty with ids and names of 16 characters takes at most 5 KB, a status change at most 64 bytes")
    func sizes() throws {
        let members = (0..<50).map { index in
            let name = String(repeating: "n", count: 14) + (index < 10 ? "0" : "") + "\(index)"
            return RoomMember(
                memberID: name, seat: "W-\(index)", status: .focusing,
                focusStartedAt: RoomFixtures.noon - TimeSpan(nanoseconds: 123_456_789), planned: .minutes(25),
                nickname: name, joinedAt: RoomFixtures.noon)
        }
        let snapshot = RoomSnapshot(
            epoch: "0123456789abcdef", seq: 70_000, members: members, hallID: "lib", hallRevision: 1,
            serverTime: RoomFixtures.noon + TimeSpan(nanoseconds: 123_456_789))
        // Five bytes stand before a gRPC message.
        #expect(RoomEvent.snapshot(snapshot).encoded().count + 5 <= 5_000)
        let update = MemberUpdate(
            memberID: members[0].memberID, status: .focusing,
            focusStartedAt: RoomFixtures.noon - TimeSpan(nanoseconds: 123_456_789), planned: .minutes(25))
        // And nine before a DATA frame's.
        #expect(RoomEvent.change(RoomChange(seq: 70_000, kind: .updated(update))).encoded().count + 14 <= 64)
    }
}
