/// One room's members, seats and devices as a pure value: `decide` says what a command would do, `apply` does it. Every
/// store, the simulation and the tests use these two; neither knows a clock, randomness or I/O.
///
/// What the log keeps and a restart brings back is `image`. Signs of life are not in it: `hear` takes them, `lapse` says
/// what their absence does, and after a load all devices count as heard at the start.
///
/// Work per command grows with the member's devices, never with the room. Keep one owner of a value that is applied to: a
/// second copy makes the next `apply` copy the whole room.
public struct RoomState: Sendable {
    struct Member: Sendable {
        /// As everybody sees them.
        var shown: RoomMember
        /// The status apart from AWAY.
        var base: MemberStatus
        /// Their numbers, in the order of their coming. Never empty.
        var devices: [UInt64]
        /// Whom they came after.
        var order: UInt64

        var isAway: Bool { shown.status == .away }
    }

    struct Device: Sendable {
        var secret: TokenSecret
        var deviceID: String
        var memberID: String
        var saidAway: Bool
        // In memory only:
        var lastSign: Timestamp
        /// Its silence was too long, and was acted on. Of a member who is AWAY it stays until they return.
        var isLost = false
        /// The deadline that the heap has for it; another entry of it is stale.
        var scheduled = Timestamp(nanoseconds: .max)

        var isAbsent: Bool { isLost || saidAway }
    }

    public let hall: HallRevision
    public let room: Room
    public let epoch: String
    /// Index of the last applied record.
    public internal(set) var logIndex: UInt64
    /// Raised by exactly one by each record that others see.
    public internal(set) var seq: UInt64
    /// The room's time never goes back behind it.
    public internal(set) var lastCommitAt: Timestamp

    var lastDevice: UInt64
    var roster: [String: Member] = [:]
    var devices: [UInt64: Device] = [:]
    /// Who sits where, by seat code.
    var seats: [String: String] = [:]
    var lastOrder: UInt64 = 0
    /// When each device is to be looked at.
    var deadlines = DeadlineHeap<UInt64>()

    /// The room as it was at `image`; replay the records behind it, then say when all devices count as heard:
    /// `restart(heardAt:)`. An image of nobody is a room before its first record.
    public init(room: Room, hall: HallRevision, epoch: String, image: RoomImage = RoomImage()) {
        self.room = room
        self.hall = hall
        self.epoch = epoch
        logIndex = image.logIndex
        seq = image.seq
        lastCommitAt = image.lastCommitAt
        lastDevice = image.lastDevice
        for member in image.members {
            lastOrder += 1
            roster[member.shown.memberID] = Member(
                shown: member.shown, base: member.base, devices: member.devices.map(\.key.number), order: lastOrder)
            if !member.shown.seat.isEmpty { seats[member.shown.seat] = member.shown.memberID }
            for device in member.devices { insert(device, of: member.shown.memberID, heardAt: image.lastCommitAt) }
        }
    }

    /// The whole durable state. Sorts the members: for snapshots, not for every commit.
    public var image: RoomImage {
        RoomImage(
            logIndex: logIndex, seq: seq, lastCommitAt: lastCommitAt, lastDevice: lastDevice,
            members: inOrder.map { member in
                RoomImage.Member(
                    shown: member.shown, base: member.base, devices: member.devices.compactMap { device($0) })
            })
    }

    /// In the order of their joining. Sorts them.
    public var members: [RoomMember] { inOrder.map(\.shown) }

    public var memberCount: Int { roster.count }
    public var deviceCount: Int { devices.count }

    public func member(_ memberID: String) -> RoomMember? { roster[memberID]?.shown }

    /// The devices of a member; empty if they are not there.
    public func devices(of memberID: String) -> [UInt64] { roster[memberID]?.devices ?? [] }

    /// Who sits there.
    public func occupant(ofSeat code: String) -> String? { seats[code] }

    /// The clock's time as the room sees it: never behind its last commit.
    public func effectiveNow(_ now: Timestamp) -> Timestamp { max(now, lastCommitAt) }

    private var inOrder: [Member] { roster.values.sorted { $0.order < $1.order } }

    private func device(_ number: UInt64) -> RoomDevice? {
        devices[number].map {
            RoomDevice(
                key: DeviceKey(number: number, secret: $0.secret), deviceID: $0.deviceID, saidAway: $0.saidAway)
        }
    }

    /// The device of a token; a wrong secret knows no device.
    func device(of key: DeviceKey) throws(Refusal) -> Device {
        guard let device = devices[key.number], device.secret.isSame(as: key.secret) else { throw .memberUnknown }
        return device
    }

    /// Whether the token is one of the room's.
    public func knows(_ key: DeviceKey) -> Bool {
        devices[key.number]?.secret.isSame(as: key.secret) ?? false
    }

    public func hasDevice(_ number: UInt64) -> Bool { devices[number] != nil }

    /// Where the room stands, for the message of a trap.
    var standing: String {
        "room \(room.roomID), log index \(logIndex), seq \(seq), last commit \(lastCommitAt.nanoseconds), "
            + "\(roster.count) members, \(devices.count) devices"
    }
}
