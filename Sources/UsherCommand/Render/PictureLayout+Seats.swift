import UsherCore

extension PictureLayout {
    /// Seats by rows from the front, and what joins pairs.
    mutating func addSeats() {
        let labels = Dictionary(hall.rows.map { ($0.index, $0.label) }, uniquingKeysWith: { first, _ in first })
        let names = Dictionary(hall.zones.map { ($0.zoneID, $0.name) }, uniquingKeysWith: { first, _ in first })
        var isPlaced = [Bool](repeating: false, count: hall.seats.count)
        for row in 0..<geometry.rowCount {
            let seats = geometry.seats(inRow: row)
            guard !seats.isEmpty else { continue }
            for seat in seats { isPlaced[seat] = true }
            picture.rows.append(seats.compactMap { self.seat($0, labels, names) })
        }
        // A faulty file may name rows that the hall does not have.
        let rest = hall.seats.indices.filter { !isPlaced[$0] }
        if !rest.isEmpty { picture.rows.append(rest.compactMap { seat($0, labels, names) }) }
        addLinks()
    }

    private func seat(_ index: Int, _ labels: [Int: String], _ names: [String: String]) -> MapPicture.Seat? {
        guard let center = geometry.center(ofSeat: index) else { return nil }
        let seat = hall.seats[index]
        var drawn = MapPicture.Seat(
            index: index, code: seat.code, center: center, mark: mark(index), kind: seat.kind, zoneID: seat.zoneID)
        drawn.isSelected = style.selected.contains(index)
        guard picture.isDetailed else { return drawn }
        let number = DisplayText.safe(seat.number)
        if DisplayText.width(number) <= Limits.seatNumber { drawn.number = number }
        var parts: [String] = []
        if let label = labels[seat.row], !label.isEmpty { parts.append("row \(label)") }
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

    /// A label at the left end of each row and, where the map is wide, at the right one too. In crowded maps labels that
    /// would lie on each other are left out, and every second, third … row has one.
    mutating func addRowLabels() {
        let labels = Dictionary(hall.rows.map { ($0.index, $0.label) }, uniquingKeysWith: { first, _ in first })
        let size = em * Limits.rowLetters
        let hasBoth = map.extent.width >= Limits.narrowMap
        for row in 0..<geometry.rowCount {
            let seats = geometry.seats(inRow: row)
            guard let label = labels[row].map(DisplayText.safe), !label.isEmpty, let first = seats.first,
                let last = seats.last
            else { continue }
            let text = Self.shortened(label, Limits.drawnLabel)
            let second = seats.count > 1 ? seats[1] : first
            place(row: text, size, beside: first, from: second, or: MapPoint(x: -1, y: 0))
            let before = seats.count > 1 ? seats[seats.count - 2] : last
            if hasBoth { place(row: text, size, beside: last, from: before, or: MapPoint(x: 1, y: 0)) }
        }
    }

    /// Beside a row's last seat, in the direction that the row has there.
    private mutating func place(
        row text: String, _ size: Double, beside seat: Int, from neighbor: Int, or usual: MapPoint
    ) {
        guard let end = geometry.center(ofSeat: seat), let other = geometry.center(ofSeat: neighbor) else { return }
        let (dx, dy) = (end.x - other.x, end.y - other.y)
        let length = (dx * dx + dy * dy).squareRoot()
        let way = length > 0.1 ? MapPoint(x: dx / length, y: dy / length) : usual
        let width = scale.width(of: text, size: size)
        // Past the rims of zones and areas.
        let gap = hasPlace(seat) ? Limits.freeLabelGap : Limits.rowLabelGap
        let reach = gap + 0.2 * em + way.x.magnitude * width / 2 + way.y.magnitude * size / 2
        let at = MapPoint(x: end.x + way.x * reach, y: end.y + way.y * reach)
        _ = place(text, width, size, .row, at: [(at, .middle)])
    }
}
