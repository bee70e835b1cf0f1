/// One device of a member as the log keeps it. When it was last heard is not kept: signs of life are in memory only.
public struct RoomDevice: Sendable, Equatable {
    public var key: DeviceKey
    /// The app's own name for the device; "" = it gave none.
    public var deviceID: String
    /// The device itself said AWAY.
    public var saidAway: Bool

    public init(key: DeviceKey, deviceID: String = "", saidAway: Bool = false) {
        self.key = key
        self.deviceID = deviceID
        self.saidAway = saidAway
    }
}
