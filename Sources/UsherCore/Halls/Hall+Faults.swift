extension Hall {
    /// Everything that is wrong with the hall, by proto path with the seat's code in the description; empty if it may
    /// be put. At most 1,000 entries, the last of which then says how many more there are. O(seats).
    public func faults() -> [FieldFault] {
        var faults = FaultList()
        checkFrame(&faults)
        let zoneIDs = checkZones(&faults)
        checkRows(&faults)
        checkAreas(&faults)
        if seats.count > Limits.hallSeats {
            faults.add("hall.seats", "\(seats.count) seats; at most \(Limits.hallSeats)")
        } else {
            let byCode = checkCodes(&faults)
            checkCells(&faults)
            for index in seats.indices {
                checkSeat(index, zoneIDs: zoneIDs, &faults)
                checkPartner(index, byCode: byCode, &faults)
            }
        }
        return faults.all
    }

    /// Whether both have the same content, whatever their revisions.
    public func sameContent(as other: Hall) -> Bool {
        var other = other
        other.revision = revision
        return self == other
    }

    private func checkFrame(_ faults: inout FaultList) {
        faults.add(TextRules.idFault(hallID, field: "hall.hall_id"))
        if !TextRules.isPlain(name, atMost: Limits.titleCharacters) {
            faults.add(
                "hall.name", "must be at most \(Limits.titleCharacters) characters without control characters")
        }
        if !(0...Limits.hallRows).contains(rowCount) {
            faults.add("hall.row_count", "\(rowCount); must be 0 to \(Limits.hallRows)")
        }
        if !(0...Limits.hallColumns).contains(columnCount) {
            faults.add("hall.column_count", "\(columnCount); must be 0 to \(Limits.hallColumns)")
        }
        if let focalPoint {
            if !focalPoint.row.isFinite { faults.add("hall.focal_point.row", "must be a finite number") }
            if !focalPoint.column.isFinite { faults.add("hall.focal_point.column", "must be a finite number") }
        }
    }

    private func checkZones(_ faults: inout FaultList) -> Set<String> {
        var ids = Set<String>()
        if zones.count > Limits.hallZones {
            faults.add("hall.zones", "\(zones.count) zones; at most \(Limits.hallZones)")
        }
        for (index, zone) in zones.enumerated() {
            faults.add(TextRules.idFault(zone.zoneID, field: "hall.zones[\(index)].zone_id"))
            if !ids.insert(zone.zoneID).inserted {
                faults.add("hall.zones[\(index)].zone_id", "'\(zone.zoneID)' is the id of an earlier zone")
            }
            if !TextRules.isPlain(zone.name, atMost: Limits.titleCharacters) {
                faults.add(
                    "hall.zones[\(index)].name",
                    "must be at most \(Limits.titleCharacters) characters without control characters")
            }
            if !zone.color.isEmpty && !Self.isColor(zone.color) {
                faults.add("hall.zones[\(index)].color", "must be #RRGGBB or empty")
            }
        }
        return ids
    }

    private static func isColor(_ text: String) -> Bool {
        let bytes = text.utf8
        guard bytes.count == 7, bytes.first == UInt8(ascii: "#") else { return false }
        return bytes.dropFirst().allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
                UInt8(ascii: "a")...UInt8(ascii: "f"):
                true
            default: false
            }
        }
    }

    private func checkRows(_ faults: inout FaultList) {
        var seen = Set<Int>()
        for (position, row) in rows.enumerated() {
            if row.index < 0 || row.index >= rowCount {
                faults.add("hall.rows[\(position)].index", "\(row.index) is outside 0 to row_count − 1")
            } else if !seen.insert(row.index).inserted {
                faults.add("hall.rows[\(position)].index", "\(row.index) is listed before")
            }
            if !TextRules.isPlain(row.label, atMost: Limits.labelCharacters) {
                faults.add(
                    "hall.rows[\(position)].label",
                    "must be at most \(Limits.labelCharacters) characters without control characters")
            }
            if !row.offset.isFinite { faults.add("hall.rows[\(position)].offset", "must be a finite number") }
        }
    }

    private func checkAreas(_ faults: inout FaultList) {
        var ids = Set<String>()
        if areas.count > Limits.hallAreas {
            faults.add("hall.areas", "\(areas.count) areas; at most \(Limits.hallAreas)")
        }
        for (index, area) in areas.enumerated() {
            let path = "hall.areas[\(index)]"
            faults.add(TextRules.idFault(area.areaID, field: path + ".area_id"))
            if !ids.insert(area.areaID).inserted {
                faults.add(path + ".area_id", "'\(area.areaID)' is the id of an earlier area")
            }
            if !TextRules.isPlain(area.name, atMost: Limits.titleCharacters) {
                faults.add(
                    path + ".name", "must be at most \(Limits.titleCharacters) characters without control characters")
            }
            Self.checkSpan(area.firstRow, area.rowCount, of: rowCount, path, "row", &faults)
            Self.checkSpan(area.firstColumn, area.columnCount, of: columnCount, path, "column", &faults)
        }
    }

    /// `first ..< first + count` must be a part of `0 ..< whole` with something in it.
    private static func checkSpan(
        _ first: Int, _ count: Int, of whole: Int, _ path: String, _ what: String, _ faults: inout FaultList
    ) {
        if first < 0 || first >= whole {
            faults.add("\(path).first_\(what)", "\(first) is outside 0 to \(what)_count − 1 of the hall")
        } else if count < 1 || count > whole - first {
            faults.add("\(path).\(what)_count", "\(count); must be 1 to \(whole - first) from \(what) \(first) on")
        }
    }

    /// Seats by code; of duplicates the first.
    private func checkCodes(_ faults: inout FaultList) -> [String: Int] {
        var byCode = [String: Int](minimumCapacity: seats.count)
        for (index, seat) in seats.enumerated() {
            if !TextRules.isSeatCode(seat.code) {
                faults.add(
                    "hall.seats[\(index)].code",
                    "\(Self.shown(seat.code)) must be 1 to 64 characters without control characters")
            }
            if let first = byCode[seat.code] {
                faults.add(
                    "hall.seats[\(index)].code", "\(Self.shown(seat.code)) is the code of hall.seats[\(first)] too")
            } else {
                byCode[seat.code] = index
            }
        }
        return byCode
    }

    private func checkCells(_ faults: inout FaultList) {
        var byCell = [Int: Int](minimumCapacity: seats.count)
        for (index, seat) in seats.enumerated() {
            let rowFits = seat.row >= 0 && seat.row < min(rowCount, Limits.hallRows)
            let columnFits = seat.column >= 0 && seat.column < min(columnCount, Limits.hallColumns)
            if !rowFits {
                faults.add(
                    "hall.seats[\(index)].row",
                    "\(Self.shown(seat.code)): row \(seat.row) is outside the hall's \(rowCount) rows")
            }
            if !columnFits {
                faults.add(
                    "hall.seats[\(index)].column",
                    "\(Self.shown(seat.code)): column \(seat.column) is outside the hall's \(columnCount) columns")
            }
            guard rowFits && columnFits else { continue }
            let cell = seat.row * Limits.hallColumns + seat.column
            if let first = byCell[cell] {
                faults.add(
                    "hall.seats[\(index)]",
                    "\(Self.shown(seat.code)) is in the cell (row \(seat.row), column \(seat.column)) of "
                        + "hall.seats[\(first)] (\(Self.shown(seats[first].code)))")
            } else {
                byCell[cell] = index
            }
        }
    }

    private func checkSeat(_ index: Int, zoneIDs: Set<String>, _ faults: inout FaultList) {
        let seat = seats[index]
        if !seat.zoneID.isEmpty && !zoneIDs.contains(seat.zoneID) {
            faults.add(
                "hall.seats[\(index)].zone_id",
                "\(Self.shown(seat.code)): the hall has no zone \(Self.shown(seat.zoneID))")
        }
        if !TextRules.isPlain(seat.number, atMost: Limits.labelCharacters) {
            faults.add(
                "hall.seats[\(index)].number",
                "\(Self.shown(seat.code)): must be at most \(Limits.labelCharacters) characters without control "
                    + "characters")
        }
        if let x = seat.x, !x.isFinite {
            faults.add("hall.seats[\(index)].x", "\(Self.shown(seat.code)): must be a finite number")
        }
        if let y = seat.y, !y.isFinite {
            faults.add("hall.seats[\(index)].y", "\(Self.shown(seat.code)): must be a finite number")
        }
    }

    private func checkPartner(_ index: Int, byCode: [String: Int], _ faults: inout FaultList) {
        let partner = seats[index].partner
        guard !partner.isEmpty else { return }
        let code = seats[index].code
        if partner == code {
            faults.add("hall.seats[\(index)].partner", "\(Self.shown(code)) is its own partner")
        } else if let other = byCode[partner] {
            if seats[other].partner != code {
                let back = seats[other].partner
                faults.add(
                    "hall.seats[\(index)].partner",
                    "\(Self.shown(code)): its partner \(Self.shown(partner)) points to "
                        + (back.isEmpty ? "nobody" : Self.shown(back)))
            }
        } else {
            faults.add(
                "hall.seats[\(index)].partner", "\(Self.shown(code)): the hall has no seat \(Self.shown(partner))")
        }
    }

    /// A text of a request as it may stand in a description: short, and without control characters.
    private static func shown(_ text: String) -> String {
        if TextRules.isSeatCode(text) { return text }
        var result = "'"
        for scalar in text.unicodeScalars.prefix(Limits.idCharacters) {
            let isControl = scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
            result.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
        }
        return result + "'"
    }
}
