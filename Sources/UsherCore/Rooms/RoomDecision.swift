/// What a room's state says to a command.
public enum RoomDecision: Sendable, Equatable {
    /// Append these facts and apply them (none: nothing changes), then answer with the member and the device. The member
    /// "" is the one of a device that was gone already.
    case accept([RoomFact], memberID: String, device: DeviceKey)
    case refuse(Refusal)
}
