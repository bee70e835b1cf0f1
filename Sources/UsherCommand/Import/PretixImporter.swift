import UsherCore

/// Reads the seating plan of pretix: zones (sections of the plan) hold rows, rows hold seats, each at a place relative
/// to its parent; categories are price zones.
struct PretixImporter {
    private struct PlanSeat {
        var guid: String
        var number: String
        var category: String
        var place: String
    }

    private var sections: [(name: String, id: String)] = []
    private var rows: [FreeRow] = []
    private var seats: [[PlanSeat]] = []
    private var faults = FaultList()
    /// Drawn shapes of the plan by kind.
    private var shapes: [String: Int] = [:]

    /// Looks like a plan of pretix.
    static func recognizes(_ document: LayoutValue) -> Bool {
        guard let zones = document["zones"].list else { return false }
        return zones.contains { $0["rows"].list != nil } && document["rows"].list == nil
    }

    static func read(_ document: LayoutValue, _ options: ImportOptions) throws(ImportError) -> ImportedHall {
        var importer = PretixImporter()
        importer.collect(document)
        guard importer.faults.isEmpty else {
            throw ImportError("the plan cannot be read", faults: importer.faults.all)
        }
        return try importer.build(document, options)
    }

    private mutating func collect(_ document: LayoutValue) {
        for (z, zone) in document.records("zones", at: "", &faults).enumerated() {
            let name = zone["name"].string ?? ""
            let id = zone["zone_id"].string ?? ""
            sections.append((name.isEmpty ? id : name, id.isEmpty ? name : id))
            for area in zone["areas"].list ?? [] { shapes[area["shape"].string ?? "shape", default: 0] += 1 }
            let origin = point(zone["position"], "zones[\(z)].position")
            for (r, row) in zone.records("rows", at: "zones[\(z)]", &faults).enumerated() {
                let path = "zones[\(z)].rows[\(r)]"
                let corner = origin + point(row["position"], "\(path).position")
                var points: [SIMD2<Double>] = []
                var found: [PlanSeat] = []
                for (s, seat) in row.records("seats", at: path, &faults).enumerated() {
                    points.append(corner + point(seat["position"], "\(path).seats[\(s)].position"))
                    found.append(
                        PlanSeat(
                            guid: seat["seat_guid"].string ?? seat["uuid"].string ?? "",
                            number: seat["seat_number"].string ?? seat["seat_label"].string ?? "",
                            category: seat["category"].string ?? "", place: "\(path).seats[\(s)]"))
                }
                let label = row["row_number"].string ?? row["row_label"].string ?? ""
                rows.append(FreeRow(section: z, label: label, points: points))
                seats.append(found)
            }
        }
    }

    private mutating func point(_ value: LayoutValue, _ path: String) -> SIMD2<Double> {
        if value == .null { return .zero }
        guard let x = value["x"].double, let y = value["y"].double, abs(x) < 1e9, abs(y) < 1e9 else {
            faults.add(path, "needs x and y, numbers of less than 1e9")
            return .zero
        }
        return SIMD2(x, y)
    }

    private func build(_ document: LayoutValue, _ options: ImportOptions) throws(ImportError) -> ImportedHall {
        let total = seats.reduce(0) { $0 + $1.count }
        guard total > 0 else { throw ImportError("the plan has no seats") }
        guard total <= Limits.seats, rows.count <= Limits.freeRows else {
            throw ImportError(
                "the plan has \(total) seats in \(rows.count) rows; a hall has at most \(Limits.seats) seats and \(Limits.freeRows) rows"
            )
        }
        let placement = try FreePlacement(rows, sectionCount: sections.count)
        var report = ImportReport(.pretix)
        let zones = zones(document, &report)
        let labels = labels(placement)
        let sources = rows.indices.flatMap { row in
            seats[row].map {
                SeatCodes.Source(
                    id: $0.guid, section: sections[rows[row].section].id, row: rows[row].label, number: $0.number)
            }
        }
        let codes = SeatCodes.make(sources, &report)

        var hall = Hall(
            hallID: options.hallID, name: options.name.isEmpty ? document["name"].string ?? "" : options.name,
            rowCount: placement.rowCount, columnCount: placement.columnCount)
        var next = 0
        for row in rows.indices {
            for (index, seat) in seats[row].enumerated() {
                let cell = placement.cells[row][index]
                let place = placement.places[row][index]
                // In a physical row of several printed rows a bare number says too little.
                let number = (labels[cell.row]?.count ?? 1) > 1 ? "\(rows[row].label)-\(seat.number)" : seat.number
                hall.seats.append(
                    Seat(
                        code: codes[next], row: cell.row, column: cell.column, number: number,
                        zoneID: zones[seat.category]?.zoneID ?? "", x: Float(place.x), y: Float(place.y)))
                next += 1
            }
        }
        hall.rows = (0..<placement.rowCount).compactMap { index in
            let label = labels[index]?.joined(separator: "/") ?? ""
            let offset = Float(placement.offsets[index] ?? 0)
            return label.isEmpty && offset == 0 ? nil : Row(index: index, label: label, offset: offset)
        }
        hall.zones = (document["categories"].list ?? []).compactMap { zones[$0["name"].string ?? ""] }
        hall.zones += zones.values.filter { zone in !hall.zones.contains(zone) }.sorted { $0.zoneID < $1.zoneID }
        hall.areas = areas(placement)
        report.notes += notes(placement, labels)
        return ImportedHall(
            hall: hall, report: report, places: FilePlaces(seats: seats.joined().map(\.place)))
    }

    /// Used categories by name.
    private func zones(_ document: LayoutValue, _ report: inout ImportReport) -> [String: Zone] {
        let used = Set(seats.joined().map(\.category)).subtracting([""])
        let listed = (document["categories"].list ?? []).map {
            ($0["name"].string ?? "", Self.color($0["color"].string ?? ""))
        }
        let unused = listed.map(\.0).filter { !used.contains($0) }
        if !unused.isEmpty {
            report.notes.append("left out, because no seat is in it: category \(unused.joined(separator: ", "))")
        }
        let unlisted = used.subtracting(listed.map(\.0)).sorted().map { ($0, "") }
        let kept = listed.filter { used.contains($0.0) } + unlisted
        let ids = Slug.unique(kept.map(\.0), fallback: "zone")
        var zones = [String: Zone]()
        for (id, category) in zip(ids, kept) where zones[category.0] == nil {
            zones[category.0] = Zone(zoneID: id, name: category.0, color: category.1)
        }
        return zones
    }

    /// `#RRGGBB`, also of `#RGB`; "" of what is neither.
    private static func color(_ text: String) -> String {
        guard text.hasPrefix("#"), text.dropFirst().allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return "" }
        if text.count == 7 { return text }
        return text.count == 4 ? "#" + text.dropFirst().map { "\($0)\($0)" }.joined() : ""
    }

    /// Printed labels per physical row, from left to right, each once.
    private func labels(_ placement: FreePlacement) -> [Int: [String]] {
        var found = [Int: [(column: Int, label: String)]]()
        for (row, cells) in placement.cells.enumerated() {
            for cell in Set(cells.map(\.row)) where !rows[row].label.isEmpty {
                let column = cells.map(\.column).min() ?? 0
                found[cell, default: []].append((column, rows[row].label))
            }
        }
        return found.mapValues { entries in
            var labels: [String] = []
            for entry in entries.sorted(by: { $0.column < $1.column }) where !labels.contains(entry.label) {
                labels.append(entry.label)
            }
            return labels
        }
    }

    /// The sections as areas of the hall, where there are several.
    private func areas(_ placement: FreePlacement) -> [Area] {
        guard sections.count > 1 else { return [] }
        let ids = Slug.unique(sections.map(\.id), fallback: "section")
        return sections.indices.compactMap { section in
            let cells = rows.indices.filter { rows[$0].section == section }.flatMap { placement.cells[$0] }
            guard let top = cells.map(\.row).min(), let bottom = cells.map(\.row).max(),
                let left = cells.map(\.column).min(), let right = cells.map(\.column).max()
            else { return nil }
            return Area(
                areaID: ids[section], name: sections[section].name, firstRow: top, rowCount: bottom - top + 1,
                firstColumn: left, columnCount: right - left + 1)
        }
    }

    private func notes(_ placement: FreePlacement, _ labels: [Int: [String]]) -> [String] {
        var notes: [String] = []
        if placement.turnedBlocks > 0 {
            notes.append(
                "\(CountText.of(placement.turnedBlocks, "turned block is", "turned blocks are")) straightened in the grid, so that each row lies in one "
                    + "physical row; x and y keep the plan's places")
        }
        for section in placement.stackedSections {
            notes.append("\(sections[section].name) lies upon another section: it is put below it")
        }
        if placement.movedBlocks > 0 {
            notes.append(
                "\(CountText.of(placement.movedBlocks, "block finds no room at its place and stands", "blocks find no room at their places and stand")) "
                    + "nearby or below")
        }
        let shared = labels.values.filter { $0.count > 1 }.count
        if shared > 0 {
            notes.append(
                "\(CountText.of(shared, "physical row holds", "physical rows hold")) rows with different labels: there a seat's number "
                    + "carries its row (A-1)")
        }
        if !shapes.isEmpty {
            let list = shapes.keys.sorted().map { "\(shapes[$0] ?? 0) \($0)" }.joined(separator: ", ")
            notes.append("not kept, a hall has no place for drawn shapes: \(list)")
        }
        let empty = rows.indices.filter { seats[$0].isEmpty }.count
        if empty > 0 {
            notes.append(
                "\(CountText.of(empty, "row without seats is", "rows without seats are")) left out of the grid")
        }
        return notes
    }
}
