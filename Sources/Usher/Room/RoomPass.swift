/// What a device keeps to come back to its room after the program ended. Keep it where secrets are kept: whoever has the
/// token is the device.
public struct RoomPass: Sendable, Hashable, Codable {
    public var roomID: String
    public var memberID: String
    public var token: String
    /// The device as the room knows it: should the token be dead, it joins anew as the same device.
    public var deviceID: String
    public var nickname: String
    public var avatar: String
    /// Where the member sat last; "" = standing.
    public var seat: String

    public init(
        roomID: String, memberID: String, token: String, deviceID: String, nickname: String = "", avatar: String = "",
        seat: String = ""
    ) {
        self.roomID = roomID
        self.memberID = memberID
        self.token = token
        self.deviceID = deviceID
        self.nickname = nickname
        self.avatar = avatar
        self.seat = seat
    }
}
