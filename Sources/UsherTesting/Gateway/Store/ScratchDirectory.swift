import Glibc

/// A directory for one gateway's data, in memory where the machine has such a file system; gone with its last holder.
final class ScratchDirectory: Sendable {
    let path: String
    private let isOurs: Bool

    /// A new one of our own.
    init() throws(TestGatewayError) {
        // Synchronous commits cost nothing there.
        for parent in ["/dev/shm", "/tmp"] {
            var template = Array("\(parent)/usher-test-XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else { continue }
            path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            isOurs = true
            return
        }
        throw TestGatewayError(.system, "no directory for the test gateway's data: \(String(cString: strerror(errno)))")
    }

    /// The caller's, which stays.
    init(keeping path: String) {
        self.path = path
        isOurs = false
    }

    deinit {
        guard isOurs else { return }
        for file in files { unlink("\(path)/\(file)") }
        rmdir(path)
    }

    private var files: [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// The ledger's files, without the lock on the directory.
    private var ledgerFiles: [String] { files.filter { $0.hasPrefix("ledger.") } }

    /// Makes this directory's ledger that of `other`. Nobody may have either open for writing.
    func take(from other: ScratchDirectory) throws(TestGatewayError) {
        for file in ledgerFiles { unlink("\(path)/\(file)") }
        for file in other.ledgerFiles { try Self.copy("\(other.path)/\(file)", to: "\(path)/\(file)") }
    }

    private static func copy(_ source: String, to target: String) throws(TestGatewayError) {
        let from = open(source, O_RDONLY | O_CLOEXEC)
        guard from >= 0 else { throw failure("read \(source)") }
        defer { close(from) }
        let to = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard to >= 0 else { throw failure("write \(target)") }
        defer { close(to) }
        var buffer = [UInt8](repeating: 0, count: Limits.copyBytes)
        while true {
            let count = read(from, &buffer, buffer.count)
            guard count >= 0 else { throw failure("read \(source)") }
            if count == 0 { return }
            var written = 0
            while written < count {
                let step = buffer[written..<count].withUnsafeBytes { write(to, $0.baseAddress, $0.count) }
                guard step > 0 else { throw failure("write \(target)") }
                written += step
            }
        }
    }

    private static func failure(_ what: String) -> TestGatewayError {
        TestGatewayError(.system, "cannot \(what): \(String(cString: strerror(errno)))")
    }
}
