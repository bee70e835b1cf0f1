import Foundation
import UsherCore

/// Layout files on the disk, and standard input.
enum LayoutFile {
    /// The file's name without its ending, for a hall id.
    static func stem(_ path: String) -> String {
        path == "-" ? "hall" : URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    }

    /// The halls of a file, with every fault of a bad one.
    static func read(
        _ path: String, _ options: ImportOptions, _ console: Console
    ) throws(CommandFailure) -> [ImportedHall] {
        let data = try bytes(path, console)
        do {
            return try Importer.all(data, options)
        } catch {
            throw CommandFailure(error.message, lines: ClientErrors.list(error.faults))
        }
    }

    /// A file's bytes, or standard input's for `-`.
    static func bytes(_ path: String, _ console: Console) throws(CommandFailure) -> Data {
        if path == "-" { return console.input() }
        do {
            guard let kind = try kind(path), kind != .typeRegular else {
                return try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
            }
            guard kind != .typeDirectory else {
                throw CommandFailure("\(path) is a directory: name a layout file in it")
            }
            // A pipe or a device has no size, and may have no end.
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            var data = Data()
            while data.count <= Limits.importBytes, let more = try handle.read(upToCount: 1 << 20), !more.isEmpty {
                data += more
            }
            return data
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure("\(path) cannot be read: \(reason(error))")
        }
    }

    /// The file is there whole or not at all, and what was there before stays until then.
    static func write(_ text: String, _ path: String) throws(CommandFailure) {
        try write(Data(text.utf8), path)
    }

    static func write(_ data: Data, _ path: String) throws(CommandFailure) {
        if let reason = directoryFault(path) { throw CommandFailure("\(path) cannot be written: \(reason)") }
        do {
            // A pipe or a device is written to, not replaced.
            if let kind = try kind(path), kind != .typeRegular, kind != .typeDirectory {
                try FileHandle(forWritingTo: URL(fileURLWithPath: path)).write(contentsOf: data)
            } else {
                // What a link leads to is replaced, not the link.
                try data.write(to: URL(fileURLWithPath: path).resolvingSymlinksInPath(), options: .atomic)
            }
        } catch {
            throw CommandFailure("\(path) cannot be written: \(reason(error))")
        }
    }

    /// Why nothing can be put where the path says, in the system's words; nil where its directory is one.
    private static func directoryFault(_ path: String) -> String? {
        let directory = URL(fileURLWithPath: path).resolvingSymlinksInPath().deletingLastPathComponent().path
        var info = stat()
        guard stat(directory, &info) == 0 else { return "\(directory): \(String(cString: strerror(errno)))" }
        let isDirectory = info.st_mode & S_IFMT == S_IFDIR
        return isDirectory ? nil : "\(directory): \(String(cString: strerror(ENOTDIR)))"
    }

    /// What a path leads to, behind all links; nil if there is nothing.
    private static func kind(_ path: String) throws -> FileAttributeType? {
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard FileManager.default.fileExists(atPath: file) else { return nil }
        return try FileManager.default.attributesOfItem(atPath: file)[.type] as? FileAttributeType
    }

    private static func reason(_ error: any Error) -> String {
        let error = error as NSError
        if let reason = error.localizedFailureReason { return reason }
        let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
        guard cause.domain == NSPOSIXErrorDomain else {
            return "the system gives no reason (\(error.domain) \(error.code))"
        }
        return String(cString: strerror(Int32(truncatingIfNeeded: cause.code)))
    }
}
