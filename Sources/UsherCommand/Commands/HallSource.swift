import Foundation
import Usher
import UsherCore

/// Where a command takes a hall from: the gateway (`HALL`, `HALL@2`) or a layout file.
enum HallSource: Equatable {
    case stored(hallID: String, revision: UInt64)
    case file(String)

    private static let endings = [".json", ".csv", ".plist", ".txt", ".tsv", ".map"]

    /// Paths have a `/` or a file's ending; everything else is a hall of the gateway.
    init(_ text: String) throws(UsageError) {
        if text == "-" || text.contains("/") || Self.endings.contains(where: text.lowercased().hasSuffix) {
            self = .file(text)
            return
        }
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else {
            self = .stored(hallID: text, revision: 0)
            return
        }
        guard !parts[0].isEmpty, let revision = UInt64(parts[1]), revision > 0 else {
            throw UsageError(
                "`\(text)` is no hall with a revision", hint: "say HALL@2, HALL for the newest, or a file with its path"
            )
        }
        self = .stored(hallID: parts[0], revision: revision)
    }

    var isFile: Bool {
        if case .file = self { return true }
        return false
    }

    /// The hall, checked if it comes from a file, which is then taken for a revision of the hall `hallID`, if one is told.
    func hall(_ arguments: ParsedArguments, _ console: Console, as hallID: String? = nil) async throws -> Hall {
        switch self {
        case .stored(let id, let revision):
            return try await ClientOptions.withClient(arguments, console) { client in
                try await client.hall(id, revision: revision)
            }
        case .file(let path):
            var options = ImportOptions()
            options.fileStem = LayoutFile.stem(path)
            options.map = arguments["map"]
            options.hallID = hallID ?? ""
            let halls: [ImportedHall]
            do {
                halls = try LayoutFile.read(path, options, console)
            } catch {
                // Of two files one must know which.
                let isNamed = error.message.hasPrefix(path)
                throw CommandFailure(isNamed ? error.message : "\(path): \(error.message)", lines: error.lines)
            }
            guard halls.count == 1 else { throw UsageError("\(path) holds several halls: say --map N") }
            let faults = halls[0].faults()
            guard faults.isEmpty else {
                throw CommandFailure("\(path) is not in order", reason: "FIELDS", lines: ClientErrors.list(faults))
            }
            return halls[0].hall
        }
    }

    /// As a heading: `lyric, revision 2` or the file's name.
    func title(_ hall: Hall) -> String {
        switch self {
        case .stored: "\(hall.hallID), revision \(hall.revision)"
        case .file(let path): path == "-" ? "standard input" : path
        }
    }
}
