import Synchronization
import Usher
import UsherTesting

/// A gateway with one room, `library`, in a hall of one row of eight seats, `S-1` … `S-8`; the first four stand at the
/// window. Away after 50 s, gone after 30 min.
struct Library {
    let gateway: TestGateway
    let watcher: Visitors

    static func open(_ options: TestGateway.Options = TestGateway.Options()) async throws -> Library {
        let gateway = try await TestGateway(options)
        try await gateway.put(hall)
        _ = try await gateway.backstage.createRoom(Room(roomID: "library", hallID: "L", name: "Library"))
        let watcher = Visitors(gateway.backstage)
        try await gateway.settle()
        return Library(gateway: gateway, watcher: watcher)
    }

    static let hall = Hall(
        hallID: "L", rowCount: 1, columnCount: 8,
        seats: (0..<8).map { Seat(code: "S-\($0 + 1)", row: 0, column: $0) },
        areas: [Area(areaID: "window", firstRow: 0, rowCount: 1, firstColumn: 0, columnCount: 4)])

    /// A client that follows the room.
    func follow(_ name: String) async throws -> (UsherClient, LiveRoom) {
        let client = gateway.client(name)
        let room = client.room("library")
        try await gateway.advance(atMost: .seconds(1)) { room.connection == .live && room.hall != nil }
        return (client, room)
    }

    /// A client whose person sits.
    func seat(_ name: String, on seat: String) async throws -> (UsherClient, LiveRoom) {
        let (client, room) = try await follow(name)
        _ = try await gateway.advancing { try await room.join(memberID: name, seat: seat, deviceID: name + "-phone") }
        try await gateway.settle()
        return (client, room)
    }

    /// The members as the gateway tells them now.
    func truth() async throws -> [RoomMember] {
        guard case .snapshot(let snapshot) = try await gateway.backstage.getRoom("library") else { return [] }
        return snapshot.members
    }
}

/// What the gateway told about the room since the beginning, change by change; it comes again after a restart.
final class Visitors: Sendable {
    private let changes = Mutex<[RoomChange.Kind]>([])
    private let replica = Mutex(RoomReplica())
    private let client: UsherClient

    init(_ client: UsherClient) {
        self.client = client
        open()
    }

    /// Opens another stream, from where the last one ended.
    func open() {
        let stream = client.roomEvents(of: "library", after: replica.withLock { $0.position })
        Task {
            do {
                for try await event in stream {
                    _ = replica.withLock { $0.apply(event) }
                    if case .change(let change) = event { changes.withLock { $0.append(change.kind) } }
                }
            } catch {
                // The stream is over; what it told counts.
            }
        }
    }

    /// What was told of the member since this was asked last.
    func news(of memberID: String) -> [RoomChange.Kind] {
        changes.withLock { changes in
            defer { changes = [] }
            return changes.filter { kind in
                switch kind {
                case .joined(let member): member.memberID == memberID
                case .updated(let update): update.memberID == memberID
                case .left(let id): id == memberID
                case .unknown: false
                }
            }
        }
    }
}
