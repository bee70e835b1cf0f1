/// What went through one connection of a relay.
public struct RelayConnectionCounts: Sendable, Equatable {
    /// 0, 1, 2 … in the order of their coming.
    public let id: Int
    /// When its client came: nanoseconds of the boot-time clock (`ShapingRelay.now`).
    public let openedAt: Int64
    /// False once both sides are closed.
    public internal(set) var isOpen = true
    /// The relay's own connection to the server stands, or stood.
    public internal(set) var hasReachedServer = false
    /// It lost bytes, or was cut: nothing gets through it any more.
    public internal(set) var isDead = false
    public internal(set) var up = RelayTraffic()
    public internal(set) var down = RelayTraffic()

    subscript(direction: RelayDirection) -> RelayTraffic {
        get { direction == .up ? up : down }
        set { if direction == .up { up = newValue } else { down = newValue } }
    }
}
