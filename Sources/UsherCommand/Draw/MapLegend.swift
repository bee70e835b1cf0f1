import UsherCore

/// The lines under a map: what the signs mean, and how many seats are in which state, in all and per zone.
struct MapLegend: Sendable {
    var hall: Hall
    var style: DrawStyle
    /// Counts alone: for terminals without room.
    var isShort = false

    func lines(_ states: [UInt8]) -> [String] {
        let signs = SeatSigns(isUnicode: style.unicode)
        let separator = style.unicode ? " · " : " | "
        var counts = [UInt8: Int]()
        for seat in hall.seats.indices { counts[state(seat, states), default: 0] += 1 }
        var parts = SeatState.allCases.map { state -> String in
            let sign = paint(String(signs.sign(state.rawValue, .standard)), signs.color(state.rawValue))
            return "\(sign) \(SeatSigns.name(state)) \(counts[state.rawValue] ?? 0)"
        }
        let unknown = counts.filter { SeatState(rawValue: $0.key) == nil }.values.reduce(0, +)
        if unknown > 0 { parts.append("? unknown \(unknown)") }
        if isShort { return [parts.joined(separator: separator)] }
        parts.append(CountText.of(hall.seats.count, "seat"))
        var lines = [""] + wrapped(parts, separator)
        let kinds = kindNotes(signs)
        lines += wrapped(kinds, separator)
        if hall.zones.count > 1 { lines += wrapped(zoneNotes(states), separator) }
        return lines
    }

    private func state(_ seat: Int, _ states: [UInt8]) -> UInt8 {
        states.indices.contains(seat) ? states[seat] : SeatState.available.rawValue
    }

    /// Kinds that this hall has.
    private func kindNotes(_ signs: SeatSigns) -> [String] {
        let kinds = Set(hall.seats.map(\.kind))
        var notes: [String] = []
        if kinds.contains(.wheelchair) { notes.append("w wheelchair place, free") }
        if kinds.contains(.companion) { notes.append("c companion seat, free") }
        if kinds.contains(.restrictedView) { notes.append("r restricted view, free") }
        if hall.seats.contains(where: { !$0.partner.isEmpty }) {
            let free = signs.available(.couple)
            notes.append("\(free)\(signs.link)\(free) couple's seats")
        }
        return notes
    }

    private func zoneNotes(_ states: [UInt8]) -> [String] {
        var free = [String: Int]()
        var total = [String: Int]()
        for (index, seat) in hall.seats.enumerated() {
            total[seat.zoneID, default: 0] += 1
            if state(index, states) == SeatState.available.rawValue { free[seat.zoneID, default: 0] += 1 }
        }
        return hall.zones.map { zone in
            let name = DisplayText.safe(zone.name.isEmpty ? zone.zoneID : zone.name)
            return "\(name): \(free[zone.zoneID] ?? 0) of \(total[zone.zoneID] ?? 0) free"
        }
    }

    private func wrapped(_ parts: [String], _ separator: String) -> [String] {
        DisplayText.wrapped(parts, separator, style.width)
    }

    private func paint(_ text: String, _ color: String) -> String {
        style.color ? "\u{1B}[\(color)m\(text)\u{1B}[0m" : text
    }
}
