import UsherCore

extension PictureLayout {
    /// Seats by rows from the front, and what joins pairs.
    mutating func addSeats() {
        let names = Dictionary(
            hall.zones.map { ($0.zoneID, DisplayText.safe($0.name)) }, uniquingKeysWith: { first, _ in first })
        picture.zoneNames = names.filter { !$0.value.isEmpty }
        var isPlaced = [Bool](repeating: false, count: hall.seats.count)
        for row in 0..<geometry.rowCount {
            let seats = geometry.seats(inRow: row)
            guard !seats.isEmpty else { continue }
            for seat in seats { isPlaced[seat] = true }
            add(row: seats, names)
        }
        // A faulty file may name rows that the hall does not have.
        let rest = hall.seats.indices.filter { !isPlaced[$0] }
        if !rest.isEmpty { add(row: rest, names) }
        addLinks()
    }

    private mutating func add(row seats: [Int], _ names: [String: String]) {
        picture.rows.append(seats.compactMap { self.seat($0, names) })
        let row = seats.first.map { hall.seats[$0].row } ?? 0
        let label = printed.label(ofRow: row)
        picture.rowIndexes.append(row)
        picture.rowNotes.append(label.isEmpty ? "" : "row \(label)")
    }

    private func seat(_ index: Int, _ names: [String: String]) -> MapPicture.Seat? {
        guard let center = geometry.center(ofSeat: index) else { return nil }
        let seat = hall.seats[index]
        var drawn = MapPicture.Seat(
            index: index, code: seat.code, center: center, mark: mark(index), kind: seat.kind, zoneID: seat.zoneID)
        drawn.isSelected = style.selected.contains(index)
        let hasNote = picture.detail != .rows || drawn.isSelected
        guard hasNote || picture.hasNumbers else { return drawn }
        let number = printed.number(of: seat)
        if picture.hasNumbers, DisplayText.width(number) <= Limits.seatNumber { drawn.number = number }
        guard hasNote else { return drawn }
        var parts: [String] = []
        let label = printed.row(of: seat)
        if !label.isEmpty { parts.append("row \(label)") }
        if !number.isEmpty { parts.append("seat \(number)") }
        if !seat.zoneID.isEmpty { parts.append(names[seat.zoneID].flatMap { $0.isEmpty ? nil : $0 } ?? seat.zoneID) }
        if let kind = Self.word(seat.kind) { parts.append(kind) }
        if !seat.partner.isEmpty { parts.append("pair with \(seat.partner)") }
        if states != nil { parts.append(drawn.mark.rawValue) }
        if drawn.isSelected { parts.append("selected") }
        drawn.note = DisplayText.safe(([seat.code] + parts).joined(separator: ", "))
        return drawn
    }

    static func word(_ kind: SeatKind) -> String? {
        switch kind {
        case .standard, .couple: nil
        case .wheelchair: "wheelchair place"
        case .companion: "companion seat"
        case .restrictedView: "restricted view"
        }
    }

    /// The seat has a place of its own, and may stand aslant.
    func hasPlace(_ seat: Int) -> Bool { hall.seats[seat].x != nil || hall.seats[seat].y != nil }

    private mutating func addLinks() {
        guard hall.seats.contains(where: { !$0.partner.isEmpty }) else { return }
        let byCode = Dictionary(hall.seats.enumerated().map { ($1.code, $0) }, uniquingKeysWith: { first, _ in first })
        for (index, seat) in hall.seats.enumerated() {
            guard let other = byCode[seat.partner], other > index, hall.seats[other].partner == seat.code,
                let from = geometry.center(ofSeat: index), let to = geometry.center(ofSeat: other),
                // Partners that sit apart are joined by their notes alone.
                (from.x - to.x).magnitude + (from.y - to.y).magnitude <= Limits.longestLink
            else { continue }
            picture.links.append(.init(from: from, to: to, isFree: mark(index) == .free && mark(other) == .free))
        }
    }

    /// A label at the beginning of each stretch of a printed row and, where it is wide, at its end too. In crowded maps
    /// labels that would lie on each other are left out, and every second, third … row has one.
    mutating func addRowLabels() {
        let stretches = (0..<geometry.rowCount).flatMap(stretches)
        var isTold = [Bool](repeating: false, count: stretches.count)
        for (index, stretch) in stretches.enumerated() { isTold[index] = place(stretch, atEnd: false) }
        let isWide = map.extent.width >= Limits.narrowMap
        for (index, stretch) in stretches.enumerated() {
            // What stands alone in its row is told at both ends of a wide map, a part of it where it is wide itself.
            let isLong = stretch.isWholeRow ? isWide : Double(stretch.seats.count) >= Limits.narrowMap
            if isLong || !isTold[index], place(stretch, atEnd: true) { isTold[index] = true }
        }
        // Where blocks touch, a smaller label may still have room, a hair's breadth from the seats. Rows that are crowded
        // because there are many of them keep one label for some: nobody reads more.
        for (index, stretch) in stretches.enumerated() where !isTold[index] && !stretch.isWholeRow {
            _ = place(stretch, atEnd: false, isSmall: true) || place(stretch, atEnd: true, isSmall: true)
        }
    }

    /// Seats of one printed row side by side, by column.
    private struct Stretch {
        var label: String
        var seats: [Int]
        var isWholeRow = false
    }

    /// A physical row's stretches: it breaks where other labels begin, and where seats of a free layout stand far apart,
    /// as blocks of an arena do.
    private func stretches(_ row: Int) -> [Stretch] {
        var stretches: [Stretch] = []
        for seat in geometry.seats(inRow: row) {
            let label = printed.row(of: hall.seats[seat])
            if let last = stretches.last, last.label == label, let before = last.seats.last, !isApart(before, seat) {
                stretches[stretches.count - 1].seats.append(seat)
            } else {
                stretches.append(Stretch(label: label, seats: [seat]))
            }
        }
        if stretches.count == 1 { stretches[0].isWholeRow = true }
        return stretches.filter { !$0.label.isEmpty }
    }

    private func isApart(_ one: Int, _ other: Int) -> Bool {
        guard hasPlace(one), hasPlace(other), let from = geometry.center(ofSeat: one),
            let to = geometry.center(ofSeat: other)
        else { return false }
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        return dx * dx + dy * dy > Limits.joinedRow * Limits.joinedRow
    }

    private mutating func place(_ stretch: Stretch, atEnd: Bool, isSmall: Bool = false) -> Bool {
        let seats = stretch.seats
        guard let end = atEnd ? seats.last : seats.first else { return false }
        let neighbor = seats.count > 1 ? seats[atEnd ? seats.count - 2 : 1] : end
        return place(
            row: stretch.label, beside: end, from: neighbor, or: MapPoint(x: atEnd ? 1 : -1, y: 0), isSmall: isSmall)
    }

    /// Beside a row's last seat, in the direction that the row has there; false if there is no room.
    private mutating func place(
        row label: String, beside seat: Int, from neighbor: Int, or usual: MapPoint, isSmall: Bool
    ) -> Bool {
        guard let end = geometry.center(ofSeat: seat), let other = geometry.center(ofSeat: neighbor) else {
            return false
        }
        let (dx, dy) = (end.x - other.x, end.y - other.y)
        let length = (dx * dx + dy * dy).squareRoot()
        let way = length > 0.1 ? MapPoint(x: dx / length, y: dy / length) : usual
        let size = em * (isSmall ? Limits.smallRowLetters : Limits.rowLetters)
        let text = LetterWidths.shortened(label, Limits.rowLabelEms)
        let width = scale.width(of: text, size: size)
        // Past the rims of zones and areas.
        let isFree = hasPlace(seat) && !isSmall
        let gap = isFree ? Limits.freeLabelGap : isSmall ? Limits.smallLabelGap : Limits.rowLabelGap
        // Labels of level rows stand flush at their seats, whatever their letters' widths.
        let isLevel = way.x.magnitude > Limits.levelRow
        let reach =
            gap + (isSmall ? 0.1 : 0.35) * em + (isLevel ? 0 : way.x.magnitude * width / 2 + way.y.magnitude * size / 2)
        var at = MapPoint(x: end.x + way.x * reach, y: end.y + way.y * reach)
        if isLevel { at.x = besideOutlines(at, width, isLeft: way.x < 0) }
        let anchor: MapPicture.Text.Anchor = isLevel ? (way.x < 0 ? .end : .start) : .middle
        return place(
            label, text, size, .row, at: [(at, anchor)], clear: isFree ? Limits.freeLabelGap - Limits.rowLabelGap : 0)
    }

    /// Where a label begins that no outline of an area runs through, as near to `at` as that allows.
    private func besideOutlines(_ at: MapPoint, _ width: Double, isLeft: Bool) -> Double {
        let margin = 0.2 * em
        for area in outlines.lazy.map(\.outline) where area.minY < at.y && at.y < area.maxY {
            if isLeft, at.x - width < area.minX + margin, area.minX - margin < at.x { return area.minX - margin }
            if !isLeft, area.maxX - margin < at.x + width, at.x < area.maxX + margin { return area.maxX + margin }
        }
        return at.x
    }
}
