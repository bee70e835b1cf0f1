/// A room's whole durable state at a log index: what the store keeps so that a load need not replay the whole log.
public struct RoomImage: Sendable, Equatable {
    /// A member with what others do not see.
    public struct Member: Sendable, Equatable {
        public var shown: RoomMember
        /// What comes back with the member's return from AWAY; else the status shown.
        public var base: MemberStatus
        public var devices: [RoomDevice]

        public init(shown: RoomMember, base: MemberStatus, devices: [RoomDevice]) {
            self.shown = shown
            self.base = base
            self.devices = devices
        }
    }

    public var logIndex: UInt64
    public var seq: UInt64
    public var lastCommitAt: Timestamp
    /// The last device number that was given.
    public var lastDevice: UInt64
    /// In the order of their joining.
    public var members: [Member]

    public init(
        logIndex: UInt64 = 0, seq: UInt64 = 0, lastCommitAt: Timestamp = Timestamp(nanoseconds: .min),
        lastDevice: UInt64 = 0, members: [Member] = []
    ) {
        self.logIndex = logIndex
        self.seq = seq
        self.lastCommitAt = lastCommitAt
        self.lastDevice = lastDevice
        self.members = members
    }
}
