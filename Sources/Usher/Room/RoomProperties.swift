/// The observable properties of a room, as a set.
struct RoomProperties: OptionSet, Sendable {
    let rawValue: UInt16

    static let hall = RoomProperties(rawValue: 1)
    static let members = RoomProperties(rawValue: 2)
    static let me = RoomProperties(rawValue: 4)
    static let counts = RoomProperties(rawValue: 8)
    static let position = RoomProperties(rawValue: 16)
    static let presence = RoomProperties(rawValue: 32)
    static let connection = RoomProperties(rawValue: 64)
    static let isStale = RoomProperties(rawValue: 128)
    static let skew = RoomProperties(rawValue: 256)
    static let diagnostics = RoomProperties(rawValue: 512)
    static let pass = RoomProperties(rawValue: 1_024)

    /// What each event changes, whether or not it says anything about members.
    static let signsOfLife: RoomProperties = [.skew, .diagnostics]
}
