import Foundation
import UsherCore
import UsherWire

/// Reads Usher's own format: the proto3 JSON of `Hall`.
enum UsherImporter {
    /// Looks like a hall: a grid size, and seats with rows and columns of their own. Proto3 JSON leaves out an empty
    /// list, so a hall without seats says who it is instead.
    static func recognizes(_ document: LayoutValue) -> Bool {
        let hasGrid = document["rowCount"] != .null || document["row_count"] != .null
        let isNamed = document["hallId"] != .null || document["hall_id"] != .null
        return hasGrid && (document["seats"].list != nil || isNamed && document["seats"] == .null)
    }

    static func read(_ data: Data, _ options: ImportOptions) throws(ImportError) -> ImportedHall {
        var hall: Hall
        do {
            hall = try ProtoJSON.decode(Hall.self, from: Array(data))
        } catch {
            // The message of a faulty message begins with its first fault.
            throw ImportError(error.faults.isEmpty ? error.message : "the hall cannot be read", faults: error.faults)
        }
        if !options.hallID.isEmpty { hall.hallID = options.hallID }
        if hall.hallID.isEmpty { hall.hallID = Slug.make(options.fileStem, fallback: "hall") }
        if !options.name.isEmpty { hall.name = options.name }
        return ImportedHall(hall: hall, report: ImportReport(.usher))
    }
}
