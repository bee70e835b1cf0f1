import Testing
import UsherCore

@testable import UsherCommand

/// Halls for pictures, and an SVG taken apart again.
enum DrawnMap {
    /// Two rows with an aisle, the second shifted by half a seat; a wheelchair place, a pair, a row without seats.
    static let hall = Hall(
        hallID: "small", name: "Small", rowCount: 3, columnCount: 5,
        rows: [Row(index: 0, label: "A"), Row(index: 2, label: "BB", offset: 0.5)],
        seats: [
            Seat(code: "A1", row: 0, column: 0, number: "1", zoneID: "z", kind: .wheelchair),
            Seat(code: "A2", row: 0, column: 1, number: "2", zoneID: "z"),
            Seat(code: "A3", row: 0, column: 3, number: "3", zoneID: "z"),
            Seat(code: "A4", row: 0, column: 4, number: "4", zoneID: "z"),
            Seat(code: "B1", row: 2, column: 0, number: "1", zoneID: "y", kind: .couple, partner: "B2"),
            Seat(code: "B2", row: 2, column: 1, number: "2", zoneID: "y", kind: .couple, partner: "B1"),
            Seat(code: "B3", row: 2, column: 3, number: "103", zoneID: "y", kind: .restrictedView),
        ], zones: [Zone(zoneID: "z", name: "Front", color: "#B71C1C"), Zone(zoneID: "y")],
        areas: [Area(areaID: "a", name: "Window", firstRow: 0, rowCount: 1, firstColumn: 0, columnCount: 2)])

    /// `rows` × `columns` without gaps.
    static func grid(_ rows: Int, _ columns: Int) -> Hall {
        Hall(
            hallID: "grid", rowCount: rows, columnCount: columns,
            rows: (0..<rows).map { Row(index: $0, label: "\($0 + 1)") },
            seats: (0..<rows).flatMap { row in
                (0..<columns).map { Seat(code: "\(row)-\($0)", row: row, column: $0, number: "\($0)") }
            })
    }

    struct Element {
        var name: String
        var attributes: [String: String]
        var depth: Int
        /// Of the element itself, up to its first child.
        var text = ""
    }

    struct Malformed: Error {
        var what: String
    }

    /// Every element of a document, in order. Throws where it is not well-formed: an end without its beginning, an
    /// attribute twice or without quotes, a bare `<` or `&`, an unknown entity, a character that XML does not have.
    static func elements(_ document: String) throws -> [Element] {
        var elements: [Element] = []
        var open: [Int] = []
        var rest = document[...]
        while let start = rest.firstIndex(of: "<") {
            let text = try plain(rest[..<start])
            if let last = open.last, last == elements.count - 1 { elements[last].text += text }
            guard let end = rest[start...].firstIndex(of: ">") else { throw Malformed(what: "a tag without an end") }
            var tag = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            if tag.hasPrefix("/") {
                guard let last = open.popLast(), elements[last].name == tag.dropFirst() else {
                    throw Malformed(what: "<\(tag)>")
                }
                continue
            }
            let isClosed = tag.hasSuffix("/")
            if isClosed { tag.removeLast() }
            let name = tag.prefix { $0 != " " && $0 != "\n" }
            elements.append(
                Element(name: String(name), attributes: try attributes(tag.dropFirst(name.count)), depth: open.count))
            if !isClosed { open.append(elements.count - 1) }
        }
        guard open.isEmpty, rest.allSatisfy(\.isWhitespace) else { throw Malformed(what: "the end") }
        return elements
    }

    private static func attributes(_ tag: Substring) throws -> [String: String] {
        var found: [String: String] = [:]
        var rest = tag.drop(while: \.isWhitespace)
        while !rest.isEmpty {
            let parts = rest.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, parts[0].hasSuffix("="), !parts[1].contains("<") else {
                throw Malformed(what: "attributes \(tag)")
            }
            let name = String(parts[0].dropLast())
            guard found[name] == nil, name.allSatisfy({ $0.isLetter || $0 == "-" || $0.isNumber }) else {
                throw Malformed(what: "attribute \(name)")
            }
            found[name] = try plain(parts[1])
            rest = parts[2]
            guard rest.isEmpty || rest.first == " " else { throw Malformed(what: "attributes \(tag)") }
            rest = rest.drop(while: \.isWhitespace)
        }
        return found
    }

    private static func plain(_ text: Substring) throws -> String {
        var result = ""
        for (index, part) in text.split(separator: "&", omittingEmptySubsequences: false).enumerated() {
            guard !part.contains(">") else { throw Malformed(what: "a bare >") }
            for scalar in part.unicodeScalars where scalar.value < 0x20 && scalar != "\n" && scalar != "\t" {
                throw Malformed(what: "U+\(String(scalar.value, radix: 16))")
            }
            if index == 0 {
                result += part
                continue
            }
            let entities = [
                "amp;": "&", "lt;": "<", "gt;": ">", "quot;": "\"", "#39;": "'", "#9;": "\t", "#10;": "\n",
                "#13;": "\r",
            ]
            guard let entity = entities.first(where: { part.hasPrefix($0.key) }) else {
                throw Malformed(what: "&\(part)")
            }
            result += entity.value + part.dropFirst(entity.key.count)
        }
        return result
    }
}
