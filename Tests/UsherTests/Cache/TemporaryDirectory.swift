import Glibc

/// A directory that is gone with the test, whatever it holds.
final class TemporaryDirectory {
    let path: String

    init() {
        var template = Array("/tmp/usher-cache-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { preconditionFailure("no temporary directory") }
        path = String(cString: made)
    }

    deinit {
        Self.remove(path)
    }

    /// Names of what is in the directory, in order.
    var names: [String] { Self.names(path) }

    /// The only file whose name begins so.
    func file(_ prefix: String) -> String? {
        let found = names.filter { $0.hasPrefix(prefix) }
        return found.count == 1 ? "\(path)/\(found[0])" : nil
    }

    static func read(_ path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&piece, 1, piece.count, file)
            if count == 0 { return bytes }
            bytes += piece[..<count]
        }
    }

    static func write(_ path: String, _ bytes: [UInt8]) {
        guard let file = fopen(path, "w") else { preconditionFailure("cannot write \(path)") }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }

    private static func names(_ path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private static func remove(_ path: String) {
        for name in names(path) where unlink("\(path)/\(name)") != 0 { remove("\(path)/\(name)") }
        rmdir(path)
    }
}
