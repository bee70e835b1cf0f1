import UsherCore

/// Seats and rows that a reader found, and the hall that they make.
struct HallDraft {
    var seats: [DraftSeat] = []
    /// Labels and offsets of physical rows.
    var rows: [Int: Row] = [:]
    /// At least this many physical rows and columns, for empty ones at the end.
    var rowCount = 0
    var columnCount = 0
    /// Colours of zones by name, `#RRGGBB`.
    var colors: [String: String] = [:]
    /// What the format's status values mean.
    var statusValues: [String: SeatState] = [:]
    /// Parts of the hall that the file names besides its sections.
    var areas: [Area] = []
    var report: ImportReport

    init(_ format: ImportFormat) {
        report = ImportReport(format)
    }

    /// Why it is too large for a hall; empty if it is not.
    func sizeFaults() -> [FieldFault] {
        var faults: [FieldFault] = []
        let rowCount = max(self.rowCount, (seats.lazy.map(\.cell.row).max() ?? -1) + 1)
        let columnCount = max(self.columnCount, (seats.lazy.map(\.cell.column).max() ?? -1) + 1)
        if seats.count > Limits.seats {
            faults.append(FieldFault("seats", "there are \(seats.count); a hall has at most \(Limits.seats)"))
        }
        if rowCount > Limits.gridSide {
            faults.append(FieldFault("rows", "there are \(rowCount); a hall has at most \(Limits.gridSide)"))
        }
        if columnCount > Limits.gridSide {
            faults.append(FieldFault("columns", "there are \(columnCount); a hall has at most \(Limits.gridSide)"))
        }
        return faults
    }

    /// The hall, with codes, zones by name in order of appearance, and sections as areas.
    func make(_ options: ImportOptions, name: String) throws(ImportError) -> ImportedHall {
        guard !seats.isEmpty else { throw ImportError("the file has no seats") }
        let faults = sizeFaults()
        guard faults.isEmpty else { throw ImportError("the file is too large for a hall", faults: faults) }
        var report = report
        let codes = SeatCodes.make(seats.map(\.source), &report)
        let zones = zones()
        if zones.isEmpty { report.guesses.append("no price zones are told: all seats are in the zone `standard`") }
        var hall = Hall(
            hallID: options.hallID, name: options.name.isEmpty ? name : options.name,
            rowCount: max(rowCount, (seats.lazy.map(\.cell.row).max() ?? -1) + 1),
            columnCount: max(columnCount, (seats.lazy.map(\.cell.column).max() ?? -1) + 1))
        for (index, seat) in seats.enumerated() {
            hall.seats.append(
                Seat(
                    code: codes[index], row: seat.cell.row, column: seat.cell.column, number: seat.source.number,
                    zoneID: zones.isEmpty ? "standard" : zones[seat.zone]?.zoneID ?? "", kind: seat.kind,
                    partner: seat.partner.map { codes[$0] } ?? "", x: seat.place.map { Float($0.x) },
                    y: seat.place.map { Float($0.y) }))
        }
        hall.rows = rows.values.filter { !$0.label.isEmpty || $0.offset != 0 }.sorted { $0.index < $1.index }
        hall.zones = zones.isEmpty ? [Zone(zoneID: "standard", name: "Standard")] : order().compactMap { zones[$0] }
        if let areas = FlatAreas.make(hall.seats, sections: seats.map(\.section)) {
            hall.areas = areas
        } else {
            report.notes.append("the sections lie within each other: they become no areas")
        }
        addAreas(to: &hall)
        let states = states(&report, options)
        return ImportedHall(
            hall: hall, report: report, states: states, places: FilePlaces(seats: seats.map(\.position)))
    }

    /// Areas of the draft's own under ids that no section has.
    private func addAreas(to hall: inout Hall) {
        let ids = Slug.unique(hall.areas.map(\.areaID) + areas.map(\.areaID), fallback: "area")
        for (id, area) in zip(ids.dropFirst(hall.areas.count), areas) {
            var area = area
            area.areaID = id
            hall.areas.append(area)
        }
    }

    /// Empty if the file says nothing.
    private func states(_ report: inout ImportReport, _ options: ImportOptions) -> [SeatState] {
        let read = StatusWords.read(seats.map(\.status), known: statusValues, told: options.flat.statusValues)
        report.statuses = read.report
        let found = zip(seats, read.states).map { $0.state ?? $1 }
        return found.contains { $0 != nil } ? found.map { $0 ?? .available } : []
    }

    /// Zone names in order of appearance.
    private func order() -> [String] {
        var seen = Set<String>()
        return seats.map(\.zone).filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    private func zones() -> [String: Zone] {
        let names = order()
        let ids = Slug.unique(names, fallback: "zone")
        return Dictionary(
            zip(ids, names).map { ($1, Zone(zoneID: $0, name: $1, color: colors[$1] ?? "")) },
            uniquingKeysWith: { first, _ in first })
    }
}
