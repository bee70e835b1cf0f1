import Glibc
import UsherTesting

/// A directory that goes with its owner.
final class Folder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/usher-focus-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw TestGatewayError(.system, "no directory") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        guard let stream = opendir(path) else { return }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            unlink("\(path)/\(name)")
        }
        closedir(stream)
        rmdir(path)
    }
}
