import Foundation

/// A new folder for what a gateway keeps during a benchmark.
struct BenchFolder: Sendable {
    let path: String

    init() throws(CommandFailure) {
        let name = "usher-bench-\(UInt64.random(in: 0...UInt64.max))"
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        } catch {
            throw CommandFailure("cannot make \(folder.path): \(error)")
        }
        path = folder.path
    }

    func remove() {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            FileHandle.standardError.write(Data("cannot remove \(path): \(error)\n".utf8))
        }
    }
}
