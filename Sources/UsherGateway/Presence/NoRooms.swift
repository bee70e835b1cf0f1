internal import UsherCore
internal import UsherLedger

/// The rooms of a ledger that keeps none.
final class NoRooms: RoomLedger {
    private let ledger: any Ledger

    init(_ ledger: any Ledger) {
        self.ledger = ledger
    }

    private static let away = LedgerError(.storeAway, "this ledger keeps no rooms")

    var now: Timestamp { ledger.now }

    func createRoom(_ room: Room, tenant: String) async throws(LedgerError) -> Verdict<Room> { throw Self.away }

    func execute(_ command: RoomCommand, in room: RoomRef) async throws(LedgerError) -> Verdict<RoomReply> {
        throw Self.away
    }

    func attend(_ device: DeviceKey, in room: RoomRef, pulse: any DevicePulse) async throws(LedgerError)
        -> Verdict<RoomReply>
    {
        throw Self.away
    }

    func unattend(_ device: DeviceKey, in room: RoomRef, pulse: any DevicePulse) {}

    func follow(_ room: RoomRef) async throws(LedgerError) -> Verdict<Void> { throw Self.away }

    func unfollow(_ room: RoomRef) {}
}
