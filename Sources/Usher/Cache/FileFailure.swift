/// Why the file system did not do what the cache asked.
enum FileFailure: Error, Sendable, Equatable {
    /// There is no such file, or no such directory.
    case absent
    /// There is something, but no plain file of a size that the cache would write.
    case unusable
    /// The system's code: no right, no room, a broken disk.
    case refused(Int32)
}
