import CUsherProto
public import UsherCore

/// Enters a room with one more device.
public struct JoinRoomRequest: WireMessage {
    public static let messageName = "usher.v1.JoinRoomRequest"

    public var roomID: String
    public var memberID: String
    public var nickname: String
    public var avatar: String
    /// Seat code; "" is standing, or where the member sits already.
    public var seat: String
    /// The same device again gets its token again; "" is always another device.
    public var deviceID: String

    public init(
        roomID: String = "", memberID: String = "", nickname: String = "", avatar: String = "", seat: String = "",
        deviceID: String = ""
    ) {
        self.roomID = roomID
        self.memberID = memberID
        self.nickname = nickname
        self.avatar = avatar
        self.seat = seat
        self.deviceID = deviceID
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension JoinRoomRequest: MessageMapping {
    typealias C = Usher__V1__JoinRoomRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__join_room_request__init }
    static var unpack: Unpack { usher__v1__join_room_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        roomID = r.text(c.room_id, "room_id")
        memberID = r.text(c.member_id, "member_id")
        nickname = r.text(c.nickname, "nickname")
        avatar = r.text(c.avatar, "avatar")
        seat = r.text(c.seat, "seat")
        deviceID = r.text(c.device_id, "device_id")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.room_id = w.text(roomID)
        c.member_id = w.text(memberID)
        c.nickname = w.text(nickname)
        c.avatar = w.text(avatar)
        c.seat = w.text(seat)
        c.device_id = w.text(deviceID)
    }
}
