/// What a device's clocks show at one moment.
public struct DeviceTime: Sendable, Hashable {
    /// The clock on the wall, UTC. Whoever holds the device may set it.
    public var wall: Timestamp
    /// Nanoseconds of a clock that nobody sets and that goes on while the device sleeps. Its origin is that of `boot`.
    public var steady: Int64
    /// Names the origin of `steady`: another one whenever `steady` begins anew.
    public var boot: String

    public init(wall: Timestamp, steady: Int64, boot: String) {
        self.wall = wall
        self.steady = steady
        self.boot = boot
    }
}
