/// A key of a terminal, as far as the examples know it.
public enum Key: Sendable, Equatable {
    case up, down, left, right
    case enter
    case escape
    case character(Character)
}
