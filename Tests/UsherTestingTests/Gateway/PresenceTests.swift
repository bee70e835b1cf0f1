import Testing
import Usher
import UsherTesting

/// Being there by an open stream, from the client's stream to the ledger's deadlines.
@Suite struct PresenceTests {
    /// Reads the room as `membership`'s device, in a task that the gateway waits for.
    private static func watch(_ client: UsherClient, _ gateway: TestGateway, _ membership: RoomMembership) -> Task<
        Void, any Error
    > {
        Task(executorPreference: gateway.executor) {
            for try await _ in client.roomEvents(of: "library", token: membership.token) {}
        }
    }

    private static func begin() async throws -> TestGateway {
        let gateway = try await Evening.begin()
        _ = try await gateway.backstage.createRoom(Room(roomID: "library", hallID: "H1"))
        return gateway
    }

    private static func members(_ gateway: TestGateway) async throws -> [RoomMember] {
        guard case .snapshot(let snapshot) = try await gateway.backstage.getRoom("library") else { return [] }
        return snapshot.members
    }

    @Test("who watches with a token is there for hours without a word of their own")
    func hours() async throws {
        let gateway = try await Self.begin()
        let client = gateway.client("ann")
        let membership = try await client.joinRoom("library", memberID: "ann", seat: "A-1")
        let task = Self.watch(client, gateway, membership)
        try await gateway.advance(by: .hours(6))
        let members = try await Self.members(gateway)
        #expect(members.map(\.status) == [.idle] && members.map(\.seat) == ["A-1"])
        task.cancel()
    }

    @Test("a client whose packets vanish turns AWAY at the room's deadline and leaves at the other, never earlier")
    func halfOpen() async throws {
        let gateway = try await Self.begin()
        let client = gateway.client("ann")
        let membership = try await client.joinRoom("library", memberID: "ann", seat: "A-1")
        let task = Self.watch(client, gateway, membership)
        try await gateway.advance(by: .minutes(10))
        gateway.faults.blackHole(client: "ann")
        try await gateway.advance(by: .milliseconds(49_900))
        #expect(try await Self.members(gateway).map(\.status) == [.idle])
        try await gateway.advance(by: .milliseconds(400))
        #expect(try await Self.members(gateway).map(\.status) == [.away])
        try await gateway.advance(by: .seconds(30 * 60 - 51))
        #expect(try await Self.members(gateway).map(\.seat) == ["A-1"])
        try await gateway.advance(by: .seconds(2))
        #expect(try await Self.members(gateway).isEmpty)
        task.cancel()
    }

    @Test("a cut that is mended within the grace is no news at all")
    func mended() async throws {
        let gateway = try await Self.begin()
        let client = gateway.client("ann")
        let membership = try await client.joinRoom("library", memberID: "ann")
        let first = Self.watch(client, gateway, membership)
        try await gateway.settle()
        gateway.faults.cutConnections(of: "ann")
        try await gateway.advance(by: .seconds(40))
        _ = await first.result
        let second = Self.watch(client, gateway, membership)
        try await gateway.advance(by: .seconds(40))
        let event = try await gateway.backstage.getRoom("library", after: membership.position)
        guard case .heartbeat = event else {
            Issue.record("\(event)")
            return
        }
        second.cancel()
    }
}
