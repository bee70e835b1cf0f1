import CSystem
public import UsherCore

/// The wall clock as it was at the start, carried on by the boot-time clock: steps of the wall clock move nothing.
public struct SystemClock: LedgerClock {
    private let offset: Int64

    public init() {
        offset = usher_wall_nanoseconds() - usher_boot_nanoseconds()
    }

    public var now: Timestamp { Timestamp(nanoseconds: offset + usher_boot_nanoseconds()) }
    public var runs: Bool { true }
}
