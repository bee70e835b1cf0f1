/// What SQLite said, and to what.
struct DatabaseError: Error, CustomStringConvertible {
    var operation: String
    var message: String

    var description: String { "cannot \(operation): \(message)" }
}
