import Testing
import UsherCore
import UsherRPC
import UsherWire

@testable import Usher

@Suite("Calls of rooms and focus")
struct RoomCallTests {
    private static let away = RPCError(.unavailable, "away")
    private static let noon = Timestamp(nanoseconds: 1_800_000_000_000_000_000)
    private static let alice = RoomMember(memberID: "alice", seat: "W-1", status: .idle, joinedAt: noon)
    private static let membership = MembershipMessage(
        token: "rm_r_1_0", member: alice, heartbeat: .seconds(25), serverTime: noon, epoch: "e", seq: 7,
        room: Room(roomID: "r", hallID: "lib", hallRevision: 2))
    private static let session = FocusSession(
        sessionID: "f", memberID: "alice", state: .focusing, startedAt: noon, elapsed: .zero, lastOrdinal: 1,
        serverTime: noon)

    private func client(_ transport: ScriptedTransport) -> UsherClient {
        UsherClient(transport: transport, runtime: transport.clock.runtime)
    }

    @Test("a membership is read whole, and an answer without a member is none")
    func membership() async throws {
        let transport = ScriptedTransport(answers: [
            .success(Self.membership.encoded()), .success(MembershipMessage(token: "t").encoded()),
        ])
        let client = client(transport)
        let membership = try await client.joinRoom("r", memberID: "alice", seat: "W-1", deviceID: "phone")
        #expect(
            membership
                == RoomMembership(
                    token: "rm_r_1_0", member: Self.alice, room: Room(roomID: "r", hallID: "lib", hallRevision: 2),
                    heartbeat: .seconds(25), serverTime: Self.noon, position: Position(epoch: "e", seq: 7)))
        do throws(UsherError) {
            _ = try await client.joinRoom("r", memberID: "alice")
            Issue.record("a membership of nobody was taken")
        } catch {
            #expect(error.code == .internal && error.isOutcomeUnknown)
        }
    }

    @Test("a join whose outcome is unknown is repeated as the same device; another join is another device")
    func joinRepeats() async throws {
        let answer = Result<[UInt8], RPCError>.success(Self.membership.encoded())
        let transport = ScriptedTransport(answers: [.failure(Self.away), answer, answer])
        let client = client(transport)
        _ = try await client.joinRoom("r", memberID: "alice")
        _ = try await client.joinRoom("r", memberID: "alice")
        let devices = try transport.calls.map { try JoinRoomRequest(decoding: $0.message).deviceID }
        #expect(devices.count == 3 && devices[0] == devices[1] && devices[1] != devices[2])
        #expect(devices.allSatisfy { $0.utf8.count == 32 })
    }

    @Test(
        "an event of a session is repeated only if it names its ordinal: else a second one could be refused for the first"
    )
    func ordinals() async throws {
        let calls: [(UsherClient, UInt32) async throws -> FocusSession] = [
            { try await $0.pauseFocus("f", ordinal: $1) }, { try await $0.resumeFocus("f", ordinal: $1) },
            { try await $0.completeFocus("f", ordinal: $1) }, { try await $0.abandonFocus("f", ordinal: $1) },
        ]
        for call in calls {
            for (ordinal, attempts) in [(UInt32(0), 1), (2, Limits.maxAttempts)] {
                let transport = ScriptedTransport(answers: Array(repeating: .failure(Self.away), count: 9))
                let client = client(transport)
                await #expect(throws: UsherError.self) { try await call(client, ordinal) }
                #expect(transport.calls.count == attempts)
            }
        }
    }

    @Test("calls go where the contract says, with what they were given")
    func paths() async throws {
        let member = Result<[UInt8], RPCError>.success(Self.alice.encoded())
        let session = Result<[UInt8], RPCError>.success(Self.session.encoded())
        let transport = ScriptedTransport(answers: [
            member, member, member, .success(KeepAliveResponse(serverTime: Self.noon).encoded()),
            .success(LeaveRoomResponse().encoded()), session, session,
            .success(SyncFocusResponse(sessions: [Self.session]).encoded()),
            .success(GetFocusStatsResponse(days: [.init(date: "2027-01-15", minutes: 12.5)]).encoded()),
        ])
        let client = client(transport)
        #expect(try await client.takeSeat("W-1", token: "t") == Self.alice)
        _ = try await client.leaveSeat(token: "t")
        _ = try await client.setStatus(.resting, token: "t")
        #expect(try await client.keepAlive("t") == Self.noon)
        try await client.leaveRoom("t")
        _ = try await client.startFocus("f", memberID: "alice", planned: .minutes(25))
        #expect(try await client.getFocus("f") == Self.session)
        let event = FocusEvent(sessionID: "f", ordinal: 1, type: .start, at: Self.noon)
        #expect(try await client.syncFocus([event], of: "alice").sessions == [Self.session])
        let statistics = try await client.focusStatistics(
            of: "alice", timeZone: "Europe/Berlin", from: Self.noon - .hours(24), to: Self.noon, dayStartsAt: .hours(4))
        #expect(statistics.days == [FocusDay(date: "2027-01-15", focused: .seconds(750))])
        #expect(
            transport.calls.map(\.path) == [
                "/usher.v1.RoomService/TakeSeat", "/usher.v1.RoomService/LeaveSeat", "/usher.v1.RoomService/SetStatus",
                "/usher.v1.RoomService/KeepAlive", "/usher.v1.RoomService/LeaveRoom",
                "/usher.v1.FocusService/StartFocus", "/usher.v1.FocusService/GetFocus",
                "/usher.v1.FocusService/SyncFocus", "/usher.v1.FocusService/GetFocusStats",
            ])
        #expect(try SetStatusRequest(decoding: transport.calls[2].message).status == .resting)
        #expect(try StartFocusRequest(decoding: transport.calls[5].message).planned == .minutes(25))
        #expect(try SyncFocusRequest(decoding: transport.calls[7].message).events.map(\.event) == [event])
        #expect(try GetFocusStatsRequest(decoding: transport.calls[8].message).dayStartsAt == .hours(4))
    }

    @Test("a stream of a room asks from its position with its token, and tells every event, unknown ones too")
    func events() async throws {
        let left = RoomEvent.change(RoomChange(seq: 8, kind: .left("bob")))
        let transport = ScriptedTransport(streams: [[.message(left.encoded()), .message([]), .end]])
        var seen: [RoomEvent] = []
        let events = client(transport).roomEvents(
            of: "r", after: Position(epoch: "e", seq: 7), token: "t", detail: .counts)
        for try await event in events { seen.append(event) }
        #expect(seen == [left, .unknown])
        let call = try #require(transport.calls.first)
        #expect(call.path == "/usher.v1.RoomService/WatchRoom")
        #expect(
            try WatchRoomRequest(decoding: call.message)
                == WatchRoomRequest(
                    roomID: "r", token: "t", epoch: "e", afterSeq: 7, heartbeat: .seconds(25), detail: .counts))
    }
}
