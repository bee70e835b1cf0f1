import UsherCore

/// Finds rows of cells in a JSON document: lists of lists, lists of strings with a sign a seat, or rows as objects that
/// hold a list of cells, in sections or not.
struct GridJSON {
    private(set) var rows: [GridRow] = []
    /// The hall's name, if the document says one.
    private(set) var name = ""
    /// What a legend in the document says of its signs.
    private(set) var legend: [String: CellMeaning] = [:]

    private static let cellLists = ["columns", "cells", "seats", "seatlist", "cols", "row", "items", "places"]
    private static let gridNames = ["rows", "grid", "map", "layout", "seats", "cells", "matrix", "seatmap", "plan", ""]
    private static let rowLabels = [
        "rowlabel", "rowname", "label", "name", "rowid", "row", "rowno", "rownum", "number",
    ]
    private static let words = ["type", "seattype", "st", "kind", "celltype"]
    private static let halves = ["loverseat", "lovestatus", "loveseat", "lover", "couple"]
    private static let numbers = [
        "columnid", "columnno", "columnlabel", "colno", "colnum", "seatnumber", "number", "no", "label", "column",
        "col",
        "seatname", "name", "seatno",
    ]
    private static let codes = ["code", "seatcode", "guid", "seatid", "id", "uuid", "seatno"]
    private static let columns = ["gridcolumn", "gridcol", "columnindex", "colindex", "x"]
    private static let zones = ["zone", "zoneid", "category", "pricezone", "pricecategory", "area", "areaid"]
    private static let statuses = ["status", "state", "seatstatus", "value"]

    /// nil if there are no rows of cells in it.
    init?(_ document: LayoutValue) {
        var found: [Found] = []
        Self.search(document, path: "", key: "", parent: .null, depth: 6, &found)
        guard let most = found.max(by: { $0.cells < $1.cells }) else { return nil }
        // Lists of the same kind beside it are other sections of the hall.
        let sections = found.filter { $0.shape == most.shape }
        legend = Self.legend(document, most.parent)
        for (index, section) in sections.enumerated() {
            let title = sections.count > 1 ? Self.title(section.parent) ?? "Section \(index + 1)" : ""
            rows += Self.rows(section, title, most.parent)
        }
        name = document["name"].string ?? document.at("data.name").string ?? most.parent["name"].string ?? ""
        chooseCodes()
    }

    /// A list of rows.
    private struct Found {
        var list: [LayoutValue]
        var path: String
        /// The path without numbers: lists of one kind have the same.
        var shape: String
        var parent: LayoutValue
        var cells: Int
    }

    private static func plain(_ name: String) -> String { PlainMembers.plain(name) }

    private static func search(
        _ value: LayoutValue, path: String, key: String, parent: LayoutValue, depth: Int, _ found: inout [Found]
    ) {
        guard depth > 0, found.count < Limits.flatAreas else { return }
        switch value {
        case .list(let items):
            let cells = items.reduce(0) { $0 + (cellCount($1, gridNames.contains(plain(key))) ?? 0) }
            if cells > 0, items.allSatisfy({ $0 == .null || cellCount($0, gridNames.contains(plain(key))) != nil }) {
                let shape = path.replacing(/\[\d+\]/, with: "[]")
                found.append(Found(list: items, path: path, shape: shape, parent: parent, cells: cells))
                return
            }
            for (index, item) in items.enumerated().prefix(Limits.flatAreas) {
                search(item, path: "\(path)[\(index)]", key: "[]", parent: item, depth: depth - 1, &found)
            }
        case .object(let members):
            for name in members.keys.sorted() {
                search(
                    members[name] ?? .null, path: path.isEmpty ? name : "\(path).\(name)", key: name, parent: value,
                    depth: depth - 1, &found)
            }
        default: return
        }
    }

    /// How many cells a row has; nil if it is no row. `isNamed`: the list's name says that it may be a grid.
    private static func cellCount(_ row: LayoutValue, _ isNamed: Bool) -> Int? {
        switch row {
        case .list(let cells):
            return isNamed && cells.allSatisfy { $0.list == nil } ? cells.count : nil
        case .text(let line):
            let isMap = isNamed && line.count > 1 && !line.contains { $0.isNumber }
            return isMap || line.isEmpty ? line.count : nil
        case .object(let members):
            for (name, cells) in members where cellLists.contains(plain(name)) {
                guard let list = cells.list else { continue }
                // What holds lists of cells itself is a section, not a row.
                return list.allSatisfy { $0.list == nil } && !list.prefix(64).contains(where: holdsCells)
                    ? list.count : nil
            }
            return nil
        default: return nil
        }
    }

    private static func holdsCells(_ value: LayoutValue) -> Bool {
        guard case .object(let members) = value else { return false }
        return members.contains { $0.value.list != nil && cellLists.contains(plain($0.key)) }
    }

    private static func title(_ parent: LayoutValue) -> String? {
        field(parent, ["sectionname", "name", "label", "title", "sectionid", "id"])?.string
    }

    private static func field(_ value: LayoutValue, _ names: [String]) -> LayoutValue? {
        PlainMembers(value).first(names)
    }

    private static func rows(_ found: Found, _ section: String, _ parent: LayoutValue) -> [GridRow] {
        let isMap = found.list.allSatisfy { if case .object = $0 { false } else { $0.list == nil } }
        if isMap {
            let lines = found.list.enumerated().map { ($0 + 1, Substring($1.string ?? "")) }
            var rows = GridLines.rows(lines, label: "\(found.path.isEmpty ? "list" : found.path), line")
            let labels = parent.at("naming.rows").list ?? []
            for (index, label) in labels.enumerated() where rows.indices.contains(index) {
                rows[index].label = label.string ?? ""
            }
            for index in rows.indices { rows[index].section = section }
            return rows
        }
        return found.list.enumerated().map { index, item in
            let path = "\(found.path)[\(index)]"
            var row = GridRow(section: section, position: path)
            if let cells = item.list {
                for (place, cell) in cells.enumerated() { row.cells.append(entry(cell, "\(path)[\(place)]")) }
                return row
            }
            guard case .object(let members) = item else { return row }
            row.label = field(item, rowLabels)?.string ?? ""
            guard
                let (name, list) = members.sorted(by: { $0.key < $1.key }).first(where: {
                    cellLists.contains(plain($0.key)) && $0.value.list != nil
                })
            else { return row }
            for (place, cell) in (list.list ?? []).enumerated() {
                row.cells.append(entry(cell, "\(path).\(name)[\(place)]"))
            }
            return row
        }
    }

    private static func entry(_ cell: LayoutValue, _ position: String) -> GridEntry {
        guard case .object = cell else {
            return cell == .bool(false) || cell == .null
                ? GridEntry(word: "", position: position) : GridText.cell(cell.string ?? "", position)
        }
        let members = PlainMembers(cell)
        var entry = GridEntry(position: position)
        let word = members.first(words)?.string
        entry.word = word?.isEmpty == true ? nil : word
        entry.half = half(members.first(halves)?.string)
        entry.number = members.first(numbers)?.string ?? ""
        entry.zone = members.first(zones)?.string ?? ""
        entry.status = members.first(statuses)?.string
        entry.column = members.first(columns).flatMap(FlatFields.whole)
        // All candidates; `chooseCodes` keeps one.
        entry.code = codes.map { members.first([$0])?.string ?? "" }.joined(separator: separator)
        return entry
    }

    /// Sofas are told by side or by number: 1 is the left half, 2 the right one.
    private static func half(_ text: String?) -> String? {
        switch text {
        case "1": "left"
        case "2": "right"
        case "", "0", "false", nil: nil
        default: text
        }
    }

    private static let separator = "\u{0}"

    /// Takes the first field for the seats' codes that every seat has another value of; physical columns only where every
    /// seat has one.
    private mutating func chooseCodes() {
        var lists: [[String]] = codesPerField()
        let seats = rows.flatMap(\.cells).filter { !$0.number.isEmpty || $0.code.contains { $0 != "\u{0}" } }
        let isGrid = !seats.isEmpty && seats.allSatisfy { $0.column != nil }
        let least = isGrid ? min(1, seats.compactMap(\.column).min() ?? 0) : 0
        let chosen = lists.firstIndex { values in
            let filled = values.filter { !$0.isEmpty }
            return !filled.isEmpty && filled.count == seats.count && Set(filled).count == filled.count
        }
        if chosen == nil { lists = [] }
        var next = 0
        for row in rows.indices {
            for cell in rows[row].cells.indices {
                rows[row].cells[cell].code = chosen.map { lists[$0][next] } ?? ""
                rows[row].cells[cell].column = isGrid ? rows[row].cells[cell].column.map { $0 - least } : nil
                next += 1
            }
        }
    }

    private func codesPerField() -> [[String]] {
        let all = rows.flatMap(\.cells).map { cell in
            cell.code.isEmpty
                ? [] : cell.code.split(separator: "\u{0}", omittingEmptySubsequences: false).map(String.init)
        }
        return Self.codes.indices.map { field in all.map { $0.indices.contains(field) ? $0[field] : "" } }
    }

    /// Members with names of one sign, as `seats: {a: {category: …}}` beside a map: each is a seat of its zone.
    private static func legend(_ document: LayoutValue, _ parent: LayoutValue) -> [String: CellMeaning] {
        var legend = [String: CellMeaning]()
        for holder in [parent, document] {
            for name in ["seats", "legend", "types"] {
                guard case .object(let members) = holder[name] else { continue }
                for (sign, value) in members where sign.count == 1 && value.isObject && legend[sign] == nil {
                    let zone = field(value, ["category", "name", "zone", "label"])?.string ?? sign
                    legend[sign] = CellMeaning(place: .seat, zone: zone)
                }
            }
        }
        return legend
    }
}
