import UsherCore
import UsherLedger

/// It has no rooms.
extension ScriptedLedger {
    func createRoom(_ room: Room, tenant: String) async throws(LedgerError) -> Verdict<Room> {
        .failure(.hallUnknown)
    }

    func execute(_ command: RoomCommand, in room: RoomRef) async throws(LedgerError) -> Verdict<RoomReply> {
        .failure(.roomUnknown)
    }

    func attend(_ device: DeviceKey, in room: RoomRef, pulse: any DevicePulse) async throws(LedgerError)
        -> Verdict<RoomReply>
    {
        .failure(.roomUnknown)
    }

    func unattend(_ device: DeviceKey, in room: RoomRef, pulse: any DevicePulse) {}

    func follow(_ room: RoomRef) async throws(LedgerError) -> Verdict<Void> { .failure(.roomUnknown) }

    func unfollow(_ room: RoomRef) {}
}
