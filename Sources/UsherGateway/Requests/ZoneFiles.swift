internal import Glibc
internal import UsherCore

/// Time zones as the system's tz database has them. Read anew for each request, so that an updated database counts at
/// once.
struct ZoneFiles: Sendable {
    /// Of the compiled files; ends without a slash.
    var directory = "/usr/share/zoneinfo"

    /// The rules of an IANA name; nil if there is no such zone. Reads a file of some KiB.
    func rules(of name: String) -> ZoneRules? {
        guard ZoneRules.isName(name) else { return nil }
        guard let bytes = Self.content(of: "\(directory)/\(name)") else {
            // Also where the system has no database.
            return name == "UTC" || name == "Etc/UTC" ? .utc : nil
        }
        do {
            return try ZoneRules(tzif: bytes)
        } catch {
            // The database has other files too.
            return nil
        }
    }

    /// What a field is told that names no zone.
    static let unknown = "is no time zone that this gateway knows; name one as 'Europe/Berlin'"

    /// Whether there is a zone of that name. Without a database there is no saying, and every name that could be one does.
    func accepts(_ name: String) async -> Bool {
        await OffLoop.run(if: true) {
            access(directory, F_OK) == 0 ? rules(of: name) != nil : ZoneRules.isName(name)
        }
    }

    /// nil: there is no such file, or it is none of a zone's size.
    private static func content(of path: String) -> [UInt8]? {
        // Whatever is found must not hold the thread: only files are read.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            (1...ZoneRules.longestFile).contains(Int(status.st_size))
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                read(descriptor, buffer.baseAddress! + filled, buffer.count - filled)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            filled += count
        }
        return bytes
    }
}
