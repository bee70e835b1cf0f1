import CUsherProto
public import UsherCore

/// One device's place in a room.
public struct MembershipMessage: WireMessage {
    public static let messageName = "usher.v1.Membership"

    /// Secret: one device.
    public var token: String
    /// nil if the message has none.
    public var member: RoomMember?
    /// How often a device without a stream shows a sign of life.
    public var heartbeat: TimeSpan
    public var serverTime: Timestamp
    public var epoch: String
    public var seq: UInt64
    /// nil if the message has none.
    public var room: Room?

    public init(
        token: String = "", member: RoomMember? = nil, heartbeat: TimeSpan = .zero,
        serverTime: Timestamp = Timestamp(nanoseconds: 0), epoch: String = "", seq: UInt64 = 0, room: Room? = nil
    ) {
        self.token = token
        self.member = member
        self.heartbeat = heartbeat
        self.serverTime = serverTime
        self.epoch = epoch
        self.seq = seq
        self.room = room
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension MembershipMessage: MessageMapping {
    typealias C = Usher__V1__Membership
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__membership__init }
    static var unpack: Unpack { usher__v1__membership__unpack }

    init(_ c: C, _ r: inout Reading) {
        token = r.text(c.token, "token")
        member = r.message(c.member, "member")
        heartbeat = r.span(c.heartbeat, "heartbeat") ?? .zero
        serverTime = r.time(c.server_time, "server_time") ?? Timestamp(nanoseconds: 0)
        epoch = r.text(c.epoch, "epoch")
        seq = c.seq
        room = r.message(c.room, "room")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.token = w.text(token)
        c.member = w.message(member)
        c.heartbeat = w.span(heartbeat)
        c.server_time = w.time(serverTime)
        c.epoch = w.text(epoch)
        c.seq = seq
        c.room = w.message(room)
    }
}
