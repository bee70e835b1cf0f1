public import UsherCore

// Rooms.
extension ShowLedger {
    public func createRoom(_ room: Room, tenant: String) async throws(LedgerError) -> Verdict<Room> {
        try await ask { .createRoom(room, tenant: tenant, $0) }
    }

    public func execute(_ command: RoomCommand, in room: RoomRef) async throws(LedgerError) -> Verdict<RoomReply> {
        try await ask { .executeInRoom(command, room, $0) }
    }

    public func hear(_ device: DeviceKey, in room: RoomRef) async throws(LedgerError) -> Verdict<Timestamp> {
        let now = now
        if ears.hear(DeviceEars.Place(room: room, device: device), at: now) { return .success(now) }
        return try await execute(.keepAlive(device), in: room).map(\.serverTime)
    }

    public func attend(_ device: DeviceKey, in room: RoomRef, pulse: any DevicePulse) async throws(LedgerError)
        -> Verdict<RoomReply>
    {
        try await ask { .attend(device, room, pulse, $0) }
    }

    public func unattend(_ device: DeviceKey, in room: RoomRef, pulse: any DevicePulse) {
        mailbox.post(.unattend(device, room, pulse), isBounded: false)
    }

    public func follow(_ room: RoomRef) async throws(LedgerError) -> Verdict<Void> {
        try await ask { .followRoom(room, $0) }
    }

    public func unfollow(_ room: RoomRef) {
        mailbox.post(.unfollowRoom(room), isBounded: false)
    }
}
