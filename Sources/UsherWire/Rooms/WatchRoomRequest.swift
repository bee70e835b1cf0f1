import CUsherProto
public import UsherCore

/// Follows a room from a position.
public struct WatchRoomRequest: WireMessage {
    public static let messageName = "usher.v1.WatchRoomRequest"

    public var roomID: String
    /// Of the watching device; "" for those who only look.
    public var token: String
    /// "" asks for a snapshot.
    public var epoch: String
    public var afterSeq: UInt64
    /// Span of silence; nil is 25 s.
    public var heartbeat: TimeSpan?
    public var detail: RoomDetail

    public init(
        roomID: String = "", token: String = "", epoch: String = "", afterSeq: UInt64 = 0, heartbeat: TimeSpan? = nil,
        detail: RoomDetail = .members
    ) {
        self.roomID = roomID
        self.token = token
        self.epoch = epoch
        self.afterSeq = afterSeq
        self.heartbeat = heartbeat
        self.detail = detail
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension WatchRoomRequest: MessageMapping {
    typealias C = Usher__V1__WatchRoomRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__watch_room_request__init }
    static var unpack: Unpack { usher__v1__watch_room_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        roomID = r.text(c.room_id, "room_id")
        token = r.text(c.token, "token")
        epoch = r.text(c.epoch, "epoch")
        afterSeq = c.after_seq
        heartbeat = r.span(c.heartbeat, "heartbeat")
        detail = RoomDetail(wire: c.detail)
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.room_id = w.text(roomID)
        c.token = w.text(token)
        c.epoch = w.text(epoch)
        c.after_seq = afterSeq
        c.heartbeat = w.span(heartbeat)
        c.detail = Usher__V1__RoomDetail(rawValue: UInt32(detail.rawValue))
    }
}
