import UsherCore

/// Where a hall's seats stand in the file that they were read from, so that what is wrong with the hall can be told to
/// people who see the file alone.
struct FilePlaces: Equatable {
    /// In index order: `line 7`, `decks[0].seats[3]`, `line 3, column 5`. Empty for a file that is a hall itself.
    var seats: [String] = []
    /// The file's own names for what halls call `row`, `column`, `code`, `zone_id`, …, where it has fields.
    var fields: [String: String] = [:]

    /// `line 7, column `y`` for the row of a seat in a table, `seats[5].y` in a document, else where the seat stands.
    func seat(_ index: Int, field: String = "") -> String {
        guard seats.indices.contains(index) else {
            return Self.json("seats[\(index)]\(field.isEmpty ? "" : ".\(field)")")
        }
        return fields[field].map { Self.cell(seats[index], $0) } ?? seats[index]
    }

    /// A field of a record.
    static func cell(_ place: String, _ field: String) -> String {
        place.hasPrefix("line ") ? "\(place), column `\(field)`" : "\(place).\(field)"
    }

    /// The faults of a hall by their places in the file instead of the hall's own.
    func told(_ faults: [FieldFault], of hall: Hall) -> [FieldFault] {
        faults.map { FieldFault(place($0.field, hall), description($0.description)) }
    }

    /// Rows, zones and areas stand nowhere by themselves in most files: the first seat of them does.
    private func place(_ path: String, _ hall: Hall) -> String {
        guard let match = path.wholeMatch(of: /hall\.(seats|rows|zones|areas)\[(\d+)\](?:\.(\w+))?/),
            let index = Int(match.2)
        else { return named(path) }
        let field = match.3.map(String.init) ?? ""
        if match.1 == "seats" { return seat(index, field: field) }
        guard !seats.isEmpty, let first = firstSeat(of: match.1, index, hall) else { return named(path) }
        return seat(first, field: "\(match.1).\(field)")
    }

    private func firstSeat(of list: Substring, _ index: Int, _ hall: Hall) -> Int? {
        switch list {
        case "rows" where hall.rows.indices.contains(index):
            return hall.seats.firstIndex { $0.row == hall.rows[index].index }
        case "zones" where hall.zones.indices.contains(index):
            return hall.seats.firstIndex { $0.zoneID == hall.zones[index].zoneID }
        case "areas" where hall.areas.indices.contains(index):
            let area = hall.areas[index]
            return hall.seats.firstIndex {
                (0..<area.rowCount).contains($0.row - area.firstRow)
                    && (0..<area.columnCount).contains($0.column - area.firstColumn)
            }
        default: return nil
        }
    }

    private func named(_ path: String) -> String {
        switch path {
        case "hall.hall_id": "the hall's id (--hall)"
        case "hall.name": "the hall's name (--name)"
        default: Self.json(path.hasPrefix("hall.") ? String(path.dropFirst(5)) : path)
        }
    }

    /// A path of the proto as JSON writes it: `seats[2].zoneId` for `seats[2].zone_id`.
    private static func json(_ path: String) -> String {
        let parts = path.split(separator: "_", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(String(parts[0])) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }

    private func description(_ text: String) -> String {
        text.replacing(/hall\.seats\[(\d+)\]/) { match in seat(Int(match.1) ?? 0) }
    }
}
