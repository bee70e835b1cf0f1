import Synchronization
import UsherCore
import UsherLedger

/// The rooms of a scripted ledger: answers as the test says, and remembers what it was asked and who attends.
final class ScriptedRooms: Sendable {
    private let state = Mutex(State())

    struct State: Sendable {
        var starts: [RoomRef: RoomStart] = [:]
        var commands: [(command: RoomCommand, room: RoomRef)] = []
        var reply: @Sendable (RoomCommand, RoomRef) -> Verdict<RoomReply> = { _, _ in .failure(.roomUnknown) }
        var created: [Room] = []
        var creation: @Sendable (Room) -> Verdict<Room> = { .success($0) }
        /// Who attends, by stream.
        var attending: [(device: DeviceKey, room: RoomRef, pulse: any DevicePulse)] = []
        /// Runs while an attend waits for the ledger.
        var whileAttending: @Sendable () -> Void = {}
        var follows = 0
        var unfollowed: [RoomRef] = []
    }

    func script(_ change: (inout sending State) -> Void) {
        state.withLock { change(&$0) }
    }

    func seen<Value: Sendable>(_ body: (State) -> Value) -> Value { state.withLock { body($0) } }
}

extension ScriptedLedger {
    func createRoom(_ room: Room, tenant: String) async throws(LedgerError) -> Verdict<Room> {
        try fail()
        rooms.script { $0.created.append(room) }
        return rooms.seen(\.creation)(room)
    }

    func execute(_ command: RoomCommand, in room: RoomRef) async throws(LedgerError) -> Verdict<RoomReply> {
        try fail()
        rooms.script { $0.commands.append((command, room)) }
        return rooms.seen(\.reply)(command, room)
    }

    func attend(_ device: DeviceKey, in room: RoomRef, pulse: any DevicePulse) async throws(LedgerError)
        -> Verdict<RoomReply>
    {
        try fail()
        rooms.seen(\.whileAttending)()
        let verdict = rooms.seen(\.reply)(.attend(device), room)
        if case .success = verdict { rooms.script { $0.attending.append((device, room, pulse)) } }
        return verdict
    }

    func unattend(_ device: DeviceKey, in room: RoomRef, pulse: any DevicePulse) {
        rooms.script { $0.attending.removeAll { $0.pulse === pulse } }
    }

    func follow(_ room: RoomRef) async throws(LedgerError) -> Verdict<Void> {
        try fail()
        rooms.script { $0.follows += 1 }
        guard let start = rooms.seen({ $0.starts[room] }) else { return .failure(.roomUnknown) }
        observer.began(room, start)
        return .success(())
    }

    func unfollow(_ room: RoomRef) { rooms.script { $0.unfollowed.append(room) } }
}
