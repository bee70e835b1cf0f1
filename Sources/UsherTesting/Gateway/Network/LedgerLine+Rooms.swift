import UsherCore
import UsherLedger

// Rooms.
extension LedgerLine {
    func createRoom(_ room: Room, tenant: String) async throws(LedgerError) -> Verdict<Room> {
        try await conductor.question { () throws(LedgerError) in try await inner.createRoom(room, tenant: tenant) }
    }

    func execute(_ command: RoomCommand, in room: RoomRef) async throws(LedgerError) -> Verdict<RoomReply> {
        willAsk()
        return try await conductor.question { () throws(LedgerError) in try await inner.execute(command, in: room) }
    }

    func attend(_ device: DeviceKey, in room: RoomRef, pulse: any DevicePulse) async throws(LedgerError)
        -> Verdict<RoomReply>
    {
        willAsk()
        return try await conductor.question { () throws(LedgerError) in
            try await inner.attend(device, in: room, pulse: pulse)
        }
    }

    func unattend(_ device: DeviceKey, in room: RoomRef, pulse: any DevicePulse) {
        willAsk()
        inner.unattend(device, in: room, pulse: pulse)
    }

    func follow(_ room: RoomRef) async throws(LedgerError) -> Verdict<Void> {
        willAsk()
        return try await conductor.question { () throws(LedgerError) in try await inner.follow(room) }
    }

    func unfollow(_ room: RoomRef) {
        inner.unfollow(room)
    }
}
