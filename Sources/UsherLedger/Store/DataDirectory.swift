import Glibc

/// Exclusive ownership of a data directory, held as long as this lives. The kernel lets go when the process dies.
final class DataDirectory {
    let path: String
    private let descriptor: Int32

    /// Makes the directory (its parent must exist) and takes it. Throws `.inUse` if another server has it.
    init(_ path: String) throws(LedgerError) {
        self.path = path
        // Tokens are secrets: nobody else reads the directory.
        if mkdir(path, 0o700) == 0 {
            try Self.syncParent(of: path)
        } else if errno != EEXIST {
            throw LedgerError(.storeAway, "cannot make the data directory \(path): \(Self.reason())")
        }
        descriptor = Glibc.open("\(path)/usher.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw LedgerError(.storeAway, "cannot use the data directory \(path): \(Self.reason())")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let busy = errno == EWOULDBLOCK
            let message = busy ? "another server uses it" : Self.reason()
            // `deinit` closes the descriptor: all properties are set.
            throw LedgerError(busy ? .inUse : .storeAway, "cannot use the data directory \(path): \(message)")
        }
    }

    deinit {
        Glibc.close(descriptor)
    }

    /// Without this the new directory itself could be gone after a power cut.
    private static func syncParent(of path: String) throws(LedgerError) {
        let parent = Glibc.open("\(path)/..", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard parent >= 0 else { throw LedgerError(.storeAway, "cannot open the parent of \(path): \(reason())") }
        defer { Glibc.close(parent) }
        guard fsync(parent) == 0 else { throw LedgerError(.storeAway, "cannot sync \(path): \(reason())") }
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}
