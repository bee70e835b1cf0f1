import UsherCore

@testable import UsherLedger

extension Rig {
    static func ref(_ roomID: String = "R") -> RoomRef { RoomRef(tenant: "t", roomID: roomID) }

    /// A hall `H`, and a room in it.
    @discardableResult
    func openRoom(
        _ roomID: String = "R", seats: Int = 24, awayAfter: TimeSpan = .seconds(50), leaveAfter: TimeSpan = .minutes(30)
    ) async throws -> RoomRef {
        _ = try await ledger.putHall(Self.hall(seats: seats), tenant: "t")
        let room = Room(roomID: roomID, hallID: "H", awayAfter: awayAfter, leaveAfter: leaveAfter)
        _ = try await ledger.createRoom(room, tenant: "t").get()
        return Self.ref(roomID)
    }

    func join(
        _ memberID: String, seat: String = "", nickname: String = "", deviceID: String = "", in roomID: String = "R"
    ) async throws -> RoomReply {
        let command = RoomCommand.join(
            memberID: memberID, nickname: nickname, avatar: "", seat: seat, deviceID: deviceID, secret: .random())
        return try await ledger.execute(command, in: Self.ref(roomID)).get()
    }

    @discardableResult
    func run(_ command: RoomCommand, in roomID: String = "R") async throws -> RoomReply {
        try await ledger.execute(command, in: Self.ref(roomID)).get()
    }

    /// Lets time pass as it does: the ledger looks whenever it said that it would, and nobody asks it anything.
    func pass(_ span: TimeSpan) async throws {
        let end = clock.now + span
        while let next = try await ledger.actOnTime(), next <= end {
            clock.advance(by: max(.zero, next - clock.now))
        }
        clock.advance(by: end - clock.now)
        _ = try await ledger.actOnTime()
    }

    /// Follows the room anew and returns what is committed of it.
    func read(_ roomID: String = "R") async throws -> RoomHistory {
        ledger.unfollow(Self.ref(roomID))
        _ = try await ledger.follow(Self.ref(roomID)).get()
        guard let history = observer.room(roomID).history else { throw WrongSubject() }
        return history
    }

    /// What SQLite says of the file; the ledger must be closed.
    func count(_ sql: String) throws -> Int64 {
        try Database(path: "\(path)/ledger.sqlite", vfs: nil).integer(sql) ?? -1
    }
}
