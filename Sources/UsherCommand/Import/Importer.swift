import Foundation
import UsherCore

/// Reads a layout file of any known format into a hall.
enum Importer {
    static func read(_ data: Data, _ options: ImportOptions) throws(ImportError) -> ImportedHall {
        guard data.count <= Limits.importBytes else {
            throw ImportError("the file has \(data.count) bytes; at most \(Limits.importBytes) are read")
        }
        let (document, isText) = try document(data, isList: options.format == .flat)
        var options = options
        let format = options.format ?? (isText ? .flat : recognize(document))
        if options.hallID.isEmpty, format != .usher { options.hallID = Slug.make(options.fileStem, fallback: "hall") }
        var imported =
            switch format {
            case .usher: try UsherImporter.read(data, options)
            case .pretix: try PretixImporter.read(document, options)
            case .flat: try FlatImporter.read(document, options)
            }
        if options.format == nil { imported.report.notes.insert("the format was found by content", at: 0) }
        return imported
    }

    /// Property lists begin with `<?xml`, `<plist`, `<!DOCTYPE` or `bplist`; JSON with a bracket; the rest is CSV.
    private static func document(
        _ data: Data, isList: Bool
    ) throws(ImportError) -> (document: LayoutValue, isText: Bool) {
        var start = data.prefix(512)
        if start.starts(with: [0xEF, 0xBB, 0xBF]) { start = start.dropFirst(3) }
        let first = start.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        do {
            if first == UInt8(ascii: "<") || data.starts(with: Array("bplist".utf8)) {
                return (LayoutValue(try PropertyListSerialization.propertyList(from: data, format: nil)), false)
            }
            if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
                return (LayoutValue(try JSONSerialization.jsonObject(with: data)), false)
            }
        } catch {
            throw ImportError("the file cannot be read: \((error as NSError).localizedFailureReason ?? "\(error)")")
        }
        guard let text = String(data: data, encoding: .utf8) else {
            throw ImportError("the file is neither JSON nor a property list, and no UTF-8 text either")
        }
        return (.list(try DelimitedText.read(text)), true)
    }

    private static func recognize(_ document: LayoutValue) -> ImportFormat {
        if UsherImporter.recognizes(document) { return .usher }
        if PretixImporter.recognizes(document) { return .pretix }
        return .flat
    }
}
