import Foundation
import Usher

/// The pass to a room in a file that only its owner may read: whoever has it is this device.
struct PassFile {
    private let url: URL

    init(directory: String) {
        url = URL(fileURLWithPath: directory).appendingPathComponent("pass.json")
    }

    /// nil if there is none, or none that can be read: then the app joins anew.
    func load(room: String, member: String) -> RoomPass? {
        guard let data = FileManager.default.contents(atPath: url.path),
            let pass = try? JSONDecoder().decode(RoomPass.self, from: data),
            pass.roomID == room, pass.memberID == member
        else { return nil }
        return pass
    }

    /// Keeps the pass; nil forgets it.
    func save(_ pass: RoomPass?) throws {
        guard let pass else {
            if FileManager.default.fileExists(atPath: url.path) { try FileManager.default.removeItem(at: url) }
            return
        }
        let folder = url.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // In its place at once and whole: a kill leaves the old one or the new one.
        let fresh = folder.appendingPathComponent("pass.new")
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        guard
            FileManager.default.createFile(
                atPath: fresh.path, contents: try JSONEncoder().encode(pass), attributes: attributes)
        else { throw CocoaError(.fileWriteUnknown) }
        guard rename(fresh.path, url.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
