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
        let data: Data
        if path == "-" {
            data = console.input()
        } else {
            do {
                data = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
            } catch {
                throw CommandFailure("\(path) cannot be read: \(reason(error))")
            }
        }
        do {
            return try Importer.all(data, options)
        } catch {
            throw CommandFailure(error.message, lines: ClientErrors.list(error.faults))
        }
    }

    /// The file is there whole or not at all.
    static func write(_ text: String, _ path: String) throws(CommandFailure) {
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw CommandFailure("\(path) cannot be written: \(reason(error))")
        }
    }

    private static func reason(_ error: any Error) -> String {
        (error as NSError).localizedFailureReason ?? "\(error)"
    }
}
