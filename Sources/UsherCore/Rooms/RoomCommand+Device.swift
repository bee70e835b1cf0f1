extension RoomCommand {
    /// The device that speaks; nil for one that only comes.
    public var device: DeviceKey? {
        switch self {
        case .join: nil
        case .takeSeat(let key, _), .leaveSeat(let key, _), .setStatus(let key, _), .keepAlive(let key),
            .attend(let key), .leave(let key):
            key
        }
    }
}
