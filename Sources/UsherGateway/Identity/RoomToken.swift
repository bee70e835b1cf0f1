public import UsherCore

/// A device's token in a room as it travels: `rm_<room>_<number>_<32 hex digits>`. It names its room, so that no index
/// over all devices is needed to find one.
///
/// Room ids may hold `_`, so it is read from the right.
public struct RoomToken: Sendable, Hashable {
    public var roomID: String
    public var device: DeviceKey

    public init(roomID: String, device: DeviceKey) {
        self.roomID = roomID
        self.device = device
    }

    /// nil for anything that this server cannot have made: other prefixes, leading zeros, capital hex digits.
    public init?(_ text: String) {
        let parts = CompoundName(text, prefix: "rm_", maxBytes: 160)
        guard var parts, let secret = parts.takeLast(), let number = parts.takeLast() else { return nil }
        guard let number = CompoundName.number(number), let secret = CompoundName.secret(secret) else { return nil }
        guard let roomID = parts.remainder else { return nil }
        self.init(roomID: roomID, device: DeviceKey(number: number, secret: secret))
    }

    /// The whole token; secret.
    public var text: String { "rm_\(roomID)_\(device.number)_\(CompoundName.text(device.secret))" }
}
