import Foundation
import UsherCore
import UsherWire

/// Reads a layout file of any known format into halls.
enum Importer {
    /// The only hall of a file, or the one that `options.map` names.
    static func read(_ data: Data, _ options: ImportOptions) throws(ImportError) -> ImportedHall {
        let halls = try all(data, options)
        guard halls.count == 1 else {
            throw ImportError("the file holds \(halls.count) halls where one is wanted: say --map N")
        }
        return halls[0]
    }

    /// All halls that are wanted of a file: one, but for files with several maps and `options.map` all.
    static func all(_ data: Data, _ options: ImportOptions) throws(ImportError) -> [ImportedHall] {
        let bytes = try LayoutBytes(data)
        var options = options
        var halls: [ImportedHall]
        switch bytes.kind {
        case .text(let text): halls = try table(text, &options)
        case .json, .propertyList: halls = try document(try parse(bytes), bytes.data, &options)
        }
        guard options.flat.isRightToLeft || options.flat.isBackToFront else { return halls }
        // A flat list has turned its axes by itself, with what it knows of its first row and column.
        for index in halls.indices where halls[index].report.format != .flat {
            halls[index].hall = halls[index].hall.mirrored(
                columns: options.flat.isRightToLeft, rows: options.flat.isBackToFront)
        }
        return halls
    }

    private static func parse(_ bytes: LayoutBytes) throws(ImportError) -> LayoutValue {
        if case .json = bytes.kind {
            do {
                return LayoutValue(try JSONValue(parsing: Array(bytes.data)))
            } catch {
                throw ImportError("the file is no JSON: \(error.message)")
            }
        }
        let found: Any
        do {
            found = try PropertyListSerialization.propertyList(from: bytes.data, format: nil)
        } catch {
            let error = error as NSError
            let detail = error.userInfo[NSDebugDescriptionErrorKey] as? String ?? error.localizedFailureReason
            throw ImportError("the property list cannot be read: \(detail ?? "it is not well-formed")")
        }
        return try LayoutValue(found, bytes: bytes.data.count)
    }

    /// Text is a list where its first line names fields of seats, else a grid.
    private static func table(_ text: String, _ options: inout ImportOptions) throws(ImportError) -> [ImportedHall] {
        setID(&options)
        let isGuessed = options.format == nil
        let format: ImportFormat
        try checkMap(options, "text")
        guard options.flat.path == nil else {
            throw ImportError("--list names a list in a JSON document or a property list; this file is text")
        }
        if let told = options.format {
            format = told
        } else {
            let names = DelimitedText.names(text)
            let isNamed = options.flat.fields.values.contains(where: names.contains)
            format = isNamed || GridText.namesFields(names) ? .flat : .grid
        }
        var hall: ImportedHall
        switch format {
        case .flat: hall = try FlatImporter.read(try DelimitedText.read(text), of: .null, options)
        case .percent: hall = try PercentImporter.read(try DelimitedText.read(text), of: .null, options)
        case .grid:
            let rows = try GridText.rows(text)
            // Any text has letters that are signs of cells too.
            guard !isGuessed || GridImporter.understands(rows, options) else { throw unknown }
            hall = try GridImporter.read(rows, options, name: "")
        case .usher, .pretix, .duffel, .amadeus:
            throw ImportError("the file is text, and \(format.rawValue) is a JSON format")
        }
        if isGuessed { hall.report.guesses.insert("the format, by content", at: 0) }
        return [hall]
    }

    private static func document(
        _ document: LayoutValue, _ data: Data, _ options: inout ImportOptions
    ) throws(ImportError) -> [ImportedHall] {
        let isGuessed = options.format == nil
        guard let format = options.format ?? recognize(document, options) else { throw unknown }
        if format != .usher { setID(&options) }
        if format != .duffel && format != .amadeus { try checkMap(options, format.rawValue) }
        var halls: [ImportedHall]
        switch format {
        case .usher: halls = [try UsherImporter.read(data, options)]
        case .pretix: halls = [try PretixImporter.read(document, options)]
        case .flat:
            let list = try FlatImporter.list(in: document, path: options.flat.path)
            halls = [try FlatImporter.read(list, of: document, options)]
        case .percent:
            let list = try FlatImporter.list(in: document, path: options.flat.path)
            halls = [try PercentImporter.read(list, of: document, options)]
        case .duffel: halls = try DuffelImporter.read(document, options)
        case .amadeus: halls = try AmadeusImporter.read(document, options)
        case .grid:
            guard let grid = GridJSON(document) else {
                throw ImportError("the document holds no rows of cells")
            }
            options.cells.merge(grid.legend) { told, _ in told }
            halls = [try GridImporter.read(grid.rows, options, name: grid.name)]
        }
        if isGuessed {
            for index in halls.indices { halls[index].report.guesses.insert("the format, by content", at: 0) }
        }
        return halls
    }

    /// A file of any other format holds one map: it is the first, and all of them.
    private static func checkMap(_ options: ImportOptions, _ what: String) throws(ImportError) {
        guard let map = options.map, map != "all", Int(map) != 1 else { return }
        throw ImportError(
            "there is no map \(map) in the file: only duffel and amadeus hold several, and this one is \(what)")
    }

    private static func setID(_ options: inout ImportOptions) {
        if options.hallID.isEmpty { options.hallID = Slug.make(options.fileStem, fallback: "hall") }
    }

    /// The file is nothing that is known, with what was looked for.
    private static var unknown: ImportError {
        ImportError(
            "the file is of no layout that is known: --format says which it is, if it is one of these",
            faults: ImportFormat.allCases.map { FieldFault($0.rawValue, $0.mark) })
    }

    private static func recognize(_ document: LayoutValue, _ options: ImportOptions) -> ImportFormat? {
        if UsherImporter.recognizes(document) { return .usher }
        if PretixImporter.recognizes(document) { return .pretix }
        if !DuffelImporter.maps(document).isEmpty { return .duffel }
        if !AmadeusImporter.maps(document).isEmpty { return .amadeus }
        if PercentImporter.recognizes(document) { return .percent }
        if FlatImporter.recognizes(document) { return .flat }
        if GridJSON(document) != nil { return .grid }
        // Records whose fields nobody knows: the flat reader says which fields it misses.
        let list = try? FlatImporter.list(in: document, path: options.flat.path)
        return list?.items.contains(where: \.isObject) == true ? .flat : nil
    }
}
