import UsherCore

/// A difference of halls in people's words.
struct HallDiffText {
    private let diff: HallDiff
    /// Codes listed in one line; nil lists all.
    private let most: Int?
    private let oldSeats: [String: Seat]
    private let newSeats: [String: Seat]

    init(_ diff: HallDiff, listed most: Int?) {
        self.diff = diff
        self.most = most
        func table(_ hall: Hall) -> [String: Seat] {
            Dictionary(hall.seats.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })
        }
        oldSeats = table(diff.before)
        newSeats = table(diff.after)
    }

    /// Nothing at all where nothing changed.
    func lines() -> [String] {
        frame() + rows() + named(.zone, "zone") + named(.area, "area") + seats()
    }

    private func frame() -> [String] {
        diff.changes.filter { $0.subject == .hall }.map { change in
            let (from, to) = (change.from ?? "", change.to ?? "")
            return switch change.field {
            case "hall_id": "the hall's id: \(from) → \(to)"
            case "name": "the hall's name: \(quoted(from)) → \(quoted(to))"
            case "rows": "physical rows: \(from) → \(to)"
            case "columns": "physical columns: \(from) → \(to)"
            case "focal_point":
                "the focal point (row/column): \(from.isEmpty ? "by default" : from) → \(to.isEmpty ? "by default" : to)"
            default: "the seats are listed in another order: their indexes differ"
            }
        }
    }

    private func rows() -> [String] {
        diff.changes.filter { $0.subject == .row }.map { change in
            let index = (Int(change.id) ?? 0) + 1
            return change.field == "label"
                ? "row \(index) from the front: label \(quoted(change.from ?? "")) → \(quoted(change.to ?? ""))"
                : "row \(index) from the front: shift \(change.from ?? "") → \(change.to ?? "") seat widths"
        }
    }

    private func named(_ subject: HallChange.Subject, _ word: String) -> [String] {
        diff.changes.filter { $0.subject == subject }.map { change in
            if change.from == nil { return "new \(word) \(change.id)" }
            if change.to == nil { return "\(word) \(change.id) is gone" }
            return "\(word) \(change.id): \(change.field) \(quoted(change.from ?? "")) → \(quoted(change.to ?? ""))"
        }
    }

    private func seats() -> [String] {
        let changes = diff.changes.filter { $0.subject == .seat }
        func of(_ field: String) -> [HallChange] { changes.filter { $0.field == field } }
        let whole = of("")
        var lines = byRow(whole.filter { $0.from == nil }.map(\.id), newSeats, diff.after, "added")
        lines += byRow(whole.filter { $0.to == nil }.map(\.id), oldSeats, diff.before, "removed")
        lines += renamed(whole)
        lines += moves(of("cell"))
        lines += groups(of("zone")) { from, to in "from zone \(zone(from, diff.before)) to \(zone(to, diff.after))" }
        lines += groups(of("kind")) { from, to in "from \(from) to \(to)" }
        lines += pairs(of("partner"))
        lines += numbers(of("number"))
        let placed = of("place").map(\.id)
        if !placed.isEmpty { lines.append("\(counted(placed.count)) drawn at another place (x, y): \(list(placed))") }
        return lines
    }

    private func byRow(_ codes: [String], _ seats: [String: Seat], _ hall: Hall, _ word: String) -> [String] {
        guard !codes.isEmpty else { return [] }
        let labels = Dictionary(hall.rows.map { ($0.index, $0.label) }, uniquingKeysWith: { first, _ in first })
        let rows = Dictionary(grouping: codes) { seats[$0]?.row ?? 0 }
        let lines = rows.keys.sorted().map { row -> String in
            let label = labels[row] ?? ""
            let name = label.isEmpty ? "row \(row + 1) from the front" : "row \(label)"
            return "  \(name): \(list(rows[row] ?? []))"
        }
        return ["\(counted(codes.count)) \(word):"] + lines
    }

    /// A new code is a new seat, also in the old one's cell: whoever only meant to rename it should know.
    private func renamed(_ changes: [HallChange]) -> [String] {
        let gone = Dictionary(
            changes.compactMap { change in change.to == nil ? oldSeats[change.id].map { (cell($0), change.id) } : nil },
            uniquingKeysWith: { first, _ in first })
        let pairs = changes.compactMap { change -> String? in
            guard change.from == nil, let seat = newSeats[change.id], let old = gone[cell(seat)] else { return nil }
            return "\(old) → \(change.id)"
        }
        guard !pairs.isEmpty else { return [] }
        return [
            "\(counted(pairs.count)) added in the place of a removed one, a new code is a new seat: \(list(pairs, ", "))"
        ]
    }

    private func cell(_ seat: Seat) -> GridCell { GridCell(row: seat.row, column: seat.column) }

    /// Seats that moved the same way together.
    private func moves(_ changes: [HallChange]) -> [String] {
        let ways = Dictionary(grouping: changes.map(\.id)) { code -> GridCell in
            guard let old = oldSeats[code], let new = newSeats[code] else { return GridCell(row: 0, column: 0) }
            return GridCell(row: new.row - old.row, column: new.column - old.column)
        }
        return ways.sorted { ($1.value.count, $0.key.row, $0.key.column) < ($0.value.count, $1.key.row, $1.key.column) }
            .map { way, codes in
                var parts: [String] = []
                if way.row != 0 {
                    parts.append("\(CountText.of(abs(way.row), "row")) to the \(way.row > 0 ? "back" : "front")")
                }
                if way.column != 0 {
                    parts.append(
                        "\(CountText.of(abs(way.column), "column")) to the \(way.column > 0 ? "right" : "left")")
                }
                return "\(counted(codes.count)) moved \(parts.joined(separator: " and ")): \(list(codes))"
            }
    }

    private func groups(_ changes: [HallChange], _ words: (String, String) -> String) -> [String] {
        let groups = Dictionary(grouping: changes) { [$0.from ?? "", $0.to ?? ""] }
        return groups.keys.sorted { $0.lexicographicallyPrecedes($1) }.map { key in
            let codes = (groups[key] ?? []).map(\.id)
            return "\(counted(codes.count)) changed \(words(key[0], key[1])): \(list(codes))"
        }
    }

    private func pairs(_ changes: [HallChange]) -> [String] {
        func joined(_ side: (HallChange) -> String?) -> [String] {
            var seen = Set<String>()
            return changes.compactMap { change in
                guard let other = side(change), !other.isEmpty, !seen.contains(change.id) else { return nil }
                seen.insert(other)
                return "\(change.id) with \(other)"
            }
        }
        let (gone, new) = (joined(\.from), joined(\.to))
        return (gone.isEmpty ? [] : ["no pair any more: \(list(gone, ", "))"])
            + (new.isEmpty ? [] : ["a pair now: \(list(new, ", "))"])
    }

    private func numbers(_ changes: [HallChange]) -> [String] {
        guard !changes.isEmpty else { return [] }
        let texts = changes.map { "\($0.id) \(quoted($0.from ?? "")) → \(quoted($0.to ?? ""))" }
        return ["\(counted(changes.count)) printed otherwise: \(list(texts, ", "))"]
    }

    private func zone(_ id: String, _ hall: Hall) -> String {
        let name = hall.zones.first { $0.zoneID == id }?.name ?? ""
        return id.isEmpty ? "none" : name.isEmpty ? id : name
    }

    private func counted(_ count: Int) -> String { CountText.of(count, "seat") }

    private func quoted(_ text: String) -> String { text.isEmpty ? "none" : text }

    private func list(_ items: [String], _ separator: String = " ") -> String {
        guard let most, items.count > most else { return items.joined(separator: separator) }
        return items.prefix(most).joined(separator: separator) + " and \(items.count - most) more"
    }
}
