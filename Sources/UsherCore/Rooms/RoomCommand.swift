/// What a room can be asked to do. Each accepted command raises the room's seq by one where it changes what others see,
/// and not at all where it does not.
public enum RoomCommand: Sendable, Equatable {
    /// One more device of a member. `seat` "": stays where they are, or stands. `deviceID` "": a new device; else the
    /// same device again gets its token again. Of a present member only a seat, nickname or avatar that is given and
    /// another one changes something.
    case join(
        memberID: String, nickname: String, avatar: String, seat: String, deviceID: String, secret: TokenSecret)
    case takeSeat(DeviceKey, seat: String)
    /// `seat` "": whichever they have. One that they do not have changes nothing.
    case leaveSeat(DeviceKey, seat: String)
    case setStatus(DeviceKey, MemberStatus)
    /// A sign of life. It ends an AWAY that came of silence, not one that the device set itself.
    case keepAlive(DeviceKey)
    /// The device opened a stream: it returns, also from an AWAY that it set itself.
    case attend(DeviceKey)
    case leave(DeviceKey)
}
