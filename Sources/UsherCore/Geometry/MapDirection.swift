/// Where a cursor goes on a map.
public enum MapDirection: Sendable, Hashable, CaseIterable {
    case left
    case right
    /// To the front.
    case up
    case down
}
