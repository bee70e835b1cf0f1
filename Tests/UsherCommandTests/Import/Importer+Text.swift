import Foundation

@testable import UsherCommand

extension Importer {
    /// The one hall of a file with this text.
    static func read(_ text: String, _ change: (inout ImportOptions) -> Void = { _ in }) throws -> ImportedHall {
        var options = ImportOptions()
        change(&options)
        return try read(Data(text.utf8), options)
    }
}
