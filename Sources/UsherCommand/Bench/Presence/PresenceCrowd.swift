import Synchronization
import Usher
import UsherCore
import UsherHTTP2

/// Members of many rooms who do nothing but be there.
final class PresenceCrowd: Sendable {
    private struct Member: Sendable {
        let token: String
        let roomID: String
        let client: UsherClient
    }

    let shape: PresenceShape
    let rooms: [String]
    private let members: [Member]
    private let clients: [UsherClient]
    /// KeepAlive calls that were answered.
    private let answered = Atomic(0)
    private let failure = Mutex<String?>(nil)

    var count: Int { members.count }
    var heartbeats: Int { answered.load(ordering: .relaxed) }
    /// What went wrong first; nil if nothing did.
    var fault: String? { failure.withLock { $0 } }

    private init(_ shape: PresenceShape, _ rooms: [String], _ members: [Member], _ clients: [UsherClient]) {
        self.shape = shape
        self.rooms = rooms
        self.members = members
        self.clients = clients
    }

    /// Makes rooms of the stage's hall and lets `count` members join them, a few at a time.
    static func join(
        _ gateway: BenchGateway, _ stage: BenchStage, shape: PresenceShape, count: Int, rooms roomCount: Int
    ) async throws -> PresenceCrowd {
        let clients = try (0..<(shape.ownsConnections ? count : Limits.benchPooledConnections)).map { _ in
            try client(gateway.address)
        }
        let rooms = (0..<roomCount).map { "\(stage.hall.hallID)-\(shape.rawValue)-\($0)" }
        for name in rooms {
            _ = try await clients[0].createRoom(Room(roomID: name, hallID: stage.hall.hallID, name: "Benchmark"))
        }
        let members = try await withThrowingTaskGroup(of: Member.self) { group in
            var members: [Member] = []
            members.reserveCapacity(count)
            for number in 0..<count {
                if number >= Limits.benchParallel, let joined = try await group.next() { members.append(joined) }
                let client = clients[number % clients.count]
                let roomID = rooms[number % roomCount]
                let seat = stage.hall.seats[number / roomCount].code
                group.addTask {
                    let membership = try await client.joinRoom(
                        roomID, memberID: "member-\(number)", nickname: "Member \(number)", seat: seat)
                    return Member(token: membership.token, roomID: roomID, client: client)
                }
            }
            for try await joined in group { members.append(joined) }
            return members
        }
        return PresenceCrowd(shape, rooms, members, clients)
    }

    /// A client with connections of its own, which stay while nobody calls.
    private static func client(_ address: ServerAddress) throws -> UsherClient {
        var options = ChannelOptions()
        options.idleTimeout = nil
        return UsherClient(transport: try Channel(host: address.host, port: address.port, options: options))
    }

    func close() {
        for client in clients { client.close() }
    }

    // MARK: Being there

    /// Shows signs of life until the task is cancelled. Each member's first stream or call comes within `span`.
    func live(every span: Duration) async {
        if shape == .streams { await watch(opening: span) } else { await call(every: span) }
    }

    private func watch(opening span: Duration) async {
        await withDiscardingTaskGroup { group in
            for (number, member) in members.enumerated() {
                group.addTask {
                    do {
                        try await Task.sleep(for: span * number / self.members.count)
                        // Of numbers alone: what the members' maps cost is another benchmark's matter.
                        let events = member.client.roomEvents(of: member.roomID, token: member.token, detail: .counts)
                        for try await _ in events {}
                        self.note("a stream ended")
                    } catch {
                        self.note("\(error)")
                    }
                }
            }
        }
    }

    private func call(every span: Duration) async {
        await withDiscardingTaskGroup { group in
            let begun = ContinuousClock.now
            var number = 0
            while !Task.isCancelled {
                let member = members[number % members.count]
                group.addTask {
                    do {
                        try await member.client.keepAlive(member.token)
                        self.answered.add(1, ordering: .relaxed)
                    } catch {
                        self.note("\(error)")
                    }
                }
                number += 1
                // All are due in turn, evenly spread, as those of people are who came at different times.
                do { try await Task.sleep(until: begun + span * number / members.count) } catch { return }
            }
        }
    }

    private func note(_ fault: String) {
        if !Task.isCancelled { failure.withLock { $0 = $0 ?? fault } }
    }

    /// Everybody is there and nobody is away: else what was measured is not presence.
    func judge(_ client: UsherClient) async throws {
        if let fault { throw CommandFailure("a member was cut off: \(fault)") }
        var present = 0
        for room in rooms {
            guard case .snapshot(let snapshot) = try await client.getRoom(room) else {
                throw CommandFailure("the gateway gave no members of \(room)")
            }
            present += snapshot.members.count { $0.status != .away }
        }
        guard present == count else { throw CommandFailure("of \(count) members only \(present) count as present") }
    }
}
