import Glibc

/// Which file stands behind a name. Tells whether it was removed or replaced while somebody has it open.
struct FileIdentity: Equatable {
    private let device: UInt64
    private let number: UInt64

    /// nil where there is no such file.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
    }
}
