/// The observable properties of a map, as a set.
struct MapProperties: OptionSet, Sendable {
    let rawValue: UInt16

    static let hall = MapProperties(rawValue: 1)
    static let show = MapProperties(rawValue: 2)
    static let states = MapProperties(rawValue: 4)
    static let position = MapProperties(rawValue: 8)
    static let connection = MapProperties(rawValue: 16)
    static let isStale = MapProperties(rawValue: 32)
    static let lastMessageAt = MapProperties(rawValue: 64)
    static let reconnects = MapProperties(rawValue: 128)
    static let diagnostics = MapProperties(rawValue: 256)
    static let skew = MapProperties(rawValue: 512)
    static let keptAt = MapProperties(rawValue: 1_024)

    /// What each event changes, whether or not it says anything about seats.
    static let signsOfLife: MapProperties = [.lastMessageAt, .skew, .diagnostics]
}
