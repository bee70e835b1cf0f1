#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif
import UsherCore

/// The files of a cache's directory, as plain calls that block. Names are those of `CacheFileName`.
///
/// No link is followed and no pipe waited for: what lies where a file should be is no file then.
struct CacheDirectory: Sendable {
    let path: String

    private static let directoryMode: mode_t = 0o700
    private static let fileMode: mode_t = 0o600

    /// An empty path is the working directory. The system would read a path with a zero byte up to there, which is
    /// another directory: it gets one that cannot be.
    init(path: String) {
        self.path = path.utf8.contains(0) ? "/dev/null" : path.isEmpty ? "." : path
    }

    /// Makes the directory, and those above it that are missing, for this user alone.
    func make() throws(FileFailure) {
        var made = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            made += "/\(part)"
            // Whether a file stands in the way shows when the directory is used.
            if mkdir(made, Self.directoryMode) != 0, errno != EEXIST, errno != EISDIR, errno != EACCES, errno != EROFS {
                throw Self.failure()
            }
        }
    }

    /// The whole of a file of at most `limit` bytes, which counts as used from now on.
    func read(_ name: String, atMost limit: Int) throws(FileFailure) -> [UInt8] {
        let file = try open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw Self.failure() }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else { throw .unusable }
        // Of a file of somebody else's this may fail: then it looks older than it is.
        _ = futimens(file, nil)
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
            code = Self.fill(buffer, from: file, &count)
        }
        guard code == 0 else { throw .refused(code) }
        return bytes
    }

    /// A file of the system's, which may be a link or have no size to tell; nil if there is none of at most `limit` bytes.
    static func contents(of path: String, atMost limit: Int) -> [UInt8]? {
        #if canImport(Darwin)
            let file = Darwin.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        #else
            let file = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        #endif
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: limit + 1) { buffer, count in
            code = fill(buffer, from: file, &count)
        }
        return code == 0 && bytes.count <= limit ? bytes : nil
    }

    /// Writes a file whole or not at all: readers see the old one or the new one. `isDurable` waits until it is on the
    /// disk; without, a power cut may leave a file that the checksum refuses.
    func write(_ name: String, _ bytes: [UInt8], by unfinished: String, isDurable: Bool) throws(FileFailure) {
        let file = try open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC)
        var code = bytes.withUnsafeBytes { Self.drain($0, to: file) }
        if code == 0, isDurable, fsync(file) != 0 { code = errno }
        // Some file systems say only now that there was no room.
        if close(file) != 0, code == 0 { code = errno }
        if code == 0, rename("\(path)/\(unfinished)", "\(path)/\(name)") != 0 { code = errno }
        guard code == 0 else {
            unlink("\(path)/\(unfinished)")
            throw Self.failure(code)
        }
    }

    /// Waits until the names of the files are on the disk: a new file, or one that took another one's name.
    func syncNames() throws(FileFailure) {
        let directory = try open(".", O_RDONLY | O_CLOEXEC)
        defer { close(directory) }
        guard fsync(directory) == 0 else { throw Self.failure() }
    }

    /// Notes that a file was used. False if it is not there.
    func touch(_ name: String) -> Bool {
        utimensat(AT_FDCWD, "\(path)/\(name)", nil, AT_SYMLINK_NOFOLLOW) == 0
    }

    /// That it is gone already is no failure; a directory in its place stays.
    func remove(_ name: String) throws(FileFailure) {
        if unlink("\(path)/\(name)") != 0, errno != ENOENT { throw Self.failure() }
    }

    /// The cache's own files.
    func list() throws(FileFailure) -> [CacheEntry] {
        guard let directory = opendir(path) else { throw Self.failure() }
        defer { closedir(directory) }
        var entries: [CacheEntry] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            guard let kind = CacheFileName.kind(of: name) else { continue }
            var status = stat()
            // Another process may have removed it meanwhile.
            guard fstatat(dirfd(directory), name, &status, AT_SYMLINK_NOFOLLOW) == 0,
                status.st_mode & S_IFMT != S_IFDIR
            else { continue }
            entries.append(
                CacheEntry(name: name, kind: kind, bytes: Int(status.st_size), usedAt: Self.changedAt(status)))
        }
        return entries
    }

    /// The file system's idea of now, near enough to tell what is an hour old.
    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return nanoseconds(time)
    }

    // MARK: Calls

    private func open(_ name: String, _ flags: Int32) throws(FileFailure) -> Int32 {
        while true {
            #if canImport(Darwin)
                let file = Darwin.open("\(path)/\(name)", flags, Self.fileMode)
            #else
                let file = Glibc.open("\(path)/\(name)", flags, Self.fileMode)
            #endif
            if file >= 0 { return file }
            if errno != EINTR { throw Self.failure() }
        }
    }

    /// Reads until the buffer is full or the file ends; the system's code if it cannot be read.
    private static func fill(_ buffer: UnsafeMutableBufferPointer<UInt8>, from file: Int32, _ count: inout Int) -> Int32
    {
        while count < buffer.count, let base = buffer.baseAddress {
            #if canImport(Darwin)
                let step = Darwin.read(file, base + count, buffer.count - count)
            #else
                let step = Glibc.read(file, base + count, buffer.count - count)
            #endif
            if step == 0 { break }
            if step > 0 { count += step } else if errno != EINTR { return errno }
        }
        return 0
    }

    private static func drain(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int32 {
        var count = 0
        while count < bytes.count, let base = bytes.baseAddress {
            #if canImport(Darwin)
                let step = Darwin.write(file, base + count, bytes.count - count)
            #else
                let step = Glibc.write(file, base + count, bytes.count - count)
            #endif
            if step >= 0 { count += step } else if errno != EINTR { return errno }
        }
        return 0
    }

    private static func failure(_ code: Int32 = errno) -> FileFailure {
        switch code {
        case ENOENT, ENOTDIR: .absent
        case ELOOP, EISDIR, ENXIO: .unusable
        default: .refused(code)
        }
    }

    private static func changedAt(_ status: stat) -> Int64 {
        #if canImport(Darwin)
            nanoseconds(status.st_mtimespec)
        #else
            nanoseconds(status.st_mtim)
        #endif
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000).partialValue &+ Int64(time.tv_nsec)
    }
}
