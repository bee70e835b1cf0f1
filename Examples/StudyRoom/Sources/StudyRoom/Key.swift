/// A key of a terminal, as far as this app knows it.
enum Key: Sendable, Equatable {
    case up, down, left, right
    case enter
    case escape
    case character(Character)
}
