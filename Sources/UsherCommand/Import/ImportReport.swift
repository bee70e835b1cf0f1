import UsherCore

/// What an import understood, for people to check before they sell by it.
struct ImportReport: Equatable {
    var format: ImportFormat
    /// Vendor ids that stood on more than one seat, with their number of seats, in order of appearance.
    var duplicates: [Duplicate] = []
    /// What was decided without being told: one sentence each.
    var guesses: [String] = []
    /// What was left out or changed: one sentence each.
    var notes: [String] = []
    /// Status values of the file with their number of seats and what they were taken for.
    var statuses: [Status] = []

    struct Duplicate: Equatable {
        var id: String
        var seats: Int
    }

    struct Status: Equatable {
        var value: String
        var seats: Int
        /// nil: nobody said what it means.
        var meaning: SeatState?
    }

    init(_ format: ImportFormat) {
        self.format = format
    }

    /// Fields of a file's records that no reader took, for who expects to find them in the hall.
    mutating func addUnread(_ fields: [String]) {
        guard !fields.isEmpty else { return }
        let shown = fields.prefix(Limits.reportedItems).map { "`\($0)`" }.joined(separator: ", ")
        let more = fields.count > Limits.reportedItems ? " and \(fields.count - Limits.reportedItems) more" : ""
        notes.append("not kept: the field\(fields.count == 1 ? "" : "s") \(shown)\(more)")
    }

    /// Lines for standard error.
    func lines(for hall: Hall) -> [String] {
        var lines = ["read as \(format.rawValue): \(Self.summary(hall))"]
        lines += Self.zones(hall)
        if !duplicates.isEmpty {
            let extra = duplicates.reduce(0) { $0 + $1.seats - 1 }
            lines.append(
                "duplicates: \(CountText.of(extra, "seat repeats", "seats repeat")) the id of another "
                    + "(\(CountText.of(duplicates.count, "id"))); all are kept, "
                    + "with codes made of section, row, number and ordinal")
            lines += duplicates.prefix(Limits.reportedItems).map { "  \(DisplayText.safe($0.id)): \($0.seats) seats" }
            if duplicates.count > Limits.reportedItems {
                lines.append("  and \(CountText.of(duplicates.count - Limits.reportedItems, "more id"))")
            }
        }
        for status in statuses.prefix(Limits.reportedItems) {
            let meaning = status.meaning.map { "taken as \($0)" } ?? "not known: say --status-values \(status.value)=…"
            lines.append("status \(DisplayText.safe(status.value)): \(CountText.of(status.seats, "seat")), \(meaning)")
        }
        if statuses.count > Limits.reportedItems {
            let more = statuses.dropFirst(Limits.reportedItems)
            let unknown = more.count { $0.meaning == nil }
            lines.append(
                "and \(CountText.of(more.count, "more status", "more statuses")), \(unknown) of them not known")
        }
        return lines + guesses.map { "guess: \(DisplayText.safe($0))" } + notes.map { "note: \(DisplayText.safe($0))" }
    }

    /// What there is of each zone: seats, rows, kinds, pairs.
    private static func zones(_ hall: Hall) -> [String] {
        var seats = [String: [Seat]]()
        for seat in hall.seats { seats[seat.zoneID, default: []].append(seat) }
        let names = hall.zones.map { ($0.zoneID, $0.name.isEmpty ? $0.zoneID : $0.name) }
        let all = names + (seats[""] == nil ? [] : [("", "(none)")])
        return all.prefix(Limits.reportedItems).map { id, name in
            let members = seats[id] ?? []
            var parts = [
                "\(CountText.of(members.count, "seat")) in \(CountText.of(Set(members.map(\.row)).count, "row"))"
            ]
            let kinds: [(SeatKind, String)] = [
                (.wheelchair, "wheelchair place"), (.companion, "companion seat"), (.restrictedView, "restricted view"),
            ]
            for (kind, word) in kinds {
                let count = members.count { $0.kind == kind }
                if count > 0 { parts.append(CountText.of(count, word)) }
            }
            let pairs = members.count { !$0.partner.isEmpty } / 2
            if pairs > 0 { parts.append(CountText.of(pairs, "pair")) }
            return "  \(DisplayText.safe(name)): \(parts.joined(separator: ", "))"
        }
            + (all.count > Limits.reportedItems
                ? ["  and \(CountText.of(all.count - Limits.reportedItems, "more zone"))"] : [])
    }

    /// `738 seats in 38 of 40 rows, 55 columns, 12 gaps in rows, 4 zones`.
    static func summary(_ hall: Hall) -> String {
        var columns = [Int: [Int]]()
        for seat in hall.seats { columns[seat.row, default: []].append(seat.column) }
        let gaps = columns.values.reduce(0) { total, row in
            let sorted = row.sorted()
            return total + zip(sorted, sorted.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0 > 1 ? 1 : 0) }
        }
        let rows = columns.count == hall.rowCount ? "\(hall.rowCount)" : "\(columns.count) of \(hall.rowCount)"
        let pairs = hall.seats.count { !$0.partner.isEmpty } / 2
        return "\(CountText.of(hall.seats.count, "seat")) in \(rows) row\(hall.rowCount == 1 ? "" : "s"), "
            + "\(CountText.of(hall.columnCount, "column")), \(CountText.of(gaps, "gap")) inside rows, "
            + (pairs > 0 ? "\(CountText.of(pairs, "pair")), " : "")
            + "\(CountText.of(hall.zones.count, "zone"))"
            + (hall.areas.isEmpty ? "" : ", \(CountText.of(hall.areas.count, "area"))")
    }
}
