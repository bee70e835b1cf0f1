import Glibc

/// Tells whether a file was written or replaced.
struct TLSFileStamp: Equatable {
    private let device: UInt
    private let inode: UInt
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    /// nil if there is no such file.
    init?(_ path: String) {
        var found = stat()
        guard stat(path, &found) == 0 else { return nil }
        device = UInt(found.st_dev)
        inode = UInt(found.st_ino)
        size = Int(found.st_size)
        seconds = found.st_mtim.tv_sec
        nanoseconds = found.st_mtim.tv_nsec
    }
}
