public import UsherCore

/// Where rooms are decided and kept. An answer means durable: rooms, devices, seats and statuses survive `kill -9`;
/// signs of life do not, and count anew from the ledger's start. Throws `LedgerError` where the ledger itself fails.
public protocol RoomLedger: AnyObject, Sendable {
    /// The ledger's clock: what replies carry as `server_time`.
    var now: Timestamp { get }
    /// Makes a room in the hall's newest revision (or the one named); again with the same content: returns it.
    func createRoom(_ room: Room, tenant: String) async throws(LedgerError) -> Verdict<Room>
    /// Decides, commits and answers one command.
    func execute(_ command: RoomCommand, in room: RoomRef) async throws(LedgerError) -> Verdict<RoomReply>
    /// A device's sign of life, as `.keepAlive`; cheaper where it changes nothing. Returns `now`.
    func hear(_ device: DeviceKey, in room: RoomRef) async throws(LedgerError) -> Verdict<Timestamp>
    /// The device returns by a stream; until `unattend` the stream's pulse counts as its signs of life.
    func attend(_ device: DeviceKey, in room: RoomRef, pulse: any DevicePulse) async throws(LedgerError)
        -> Verdict<RoomReply>
    /// The stream ended. `pulse` is held no longer; what it heard last counts.
    func unattend(_ device: DeviceKey, in room: RoomRef, pulse: any DevicePulse)
    /// From its `began` on, the observer hears every commit of the room. Again: `began` is not repeated.
    func follow(_ room: RoomRef) async throws(LedgerError) -> Verdict<Void>
    /// Nobody reads the room any more.
    func unfollow(_ room: RoomRef)
}

extension RoomLedger {
    public func hear(_ device: DeviceKey, in room: RoomRef) async throws(LedgerError) -> Verdict<Timestamp> {
        try await execute(.keepAlive(device), in: room).map(\.serverTime)
    }
}
