/// How a watcher of a load stops taking what it is sent.
enum LoadStall: String, CaseIterable, Sendable {
    /// It reads on, and gives back nothing of HTTP's own windows.
    case window
    /// Its windows are wide open, and it reads no more from a small socket.
    case socket
}
