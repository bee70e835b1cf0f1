import Glibc

/// A directory that is gone with the test.
final class TemporaryDirectory {
    let path: String

    init() {
        var template = Array("/tmp/usher-ledger-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { preconditionFailure("no temporary directory") }
        path = String(cString: made)
    }

    deinit {
        if let directory = opendir(path) {
            while let entry = readdir(directory) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name != ".", name != ".." { unlink("\(path)/\(name)") }
            }
            closedir(directory)
        }
        rmdir(path)
    }
}
