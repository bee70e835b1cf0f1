import UsherCore

/// Where each zone of a hall is, and at which side of the map its name can stand.
struct ZonePlan {
    enum Side {
        case left
        case right
        /// Between other zones: on the map, where there is room.
        case within
    }

    struct Span {
        /// In the hall's list.
        var zone: Int
        var name: String
        var color: String
        var box: MapRectangle
        var seats: [Int]
        var side = Side.within
    }

    /// Zones with seats, in the hall's order.
    private(set) var spans: [Span] = []
    /// Names stand on the map itself: halls of many small seats.
    let isLarge: Bool

    init(_ hall: Hall, _ geometry: HallGeometry) {
        isLarge = hall.seats.count > Limits.detailedSeats
        let order = Dictionary(
            hall.zones.enumerated().map { ($1.zoneID, $0) }, uniquingKeysWith: { first, _ in first })
        let zones = hall.seats.map { order[$0.zoneID] }
        var members = [Int: [Int]]()
        for (seat, zone) in zones.enumerated() {
            if let zone { members[zone, default: []].append(seat) }
        }
        for (index, zone) in hall.zones.enumerated() {
            guard let seats = members[index] else { continue }
            let boxes = seats.compactMap { geometry.body(ofSeat: $0) }
            guard let first = boxes.first else { continue }
            spans.append(
                Span(
                    zone: index, name: DisplayText.safe(zone.name.isEmpty ? zone.zoneID : zone.name),
                    color: PicturePalette.zone(zone.color, index),
                    box: boxes.dropFirst().reduce(first) { $0.union($1) },
                    seats: seats))
        }
        if spans.count > 1, !isLarge { chooseSides(zones, geometry) }
    }

    func names(at side: Side) -> [String] {
        spans.filter { $0.side == side }.map { Self.shown($0.name) }
    }

    static func shown(_ name: String) -> String { LetterWidths.shortened(name, Limits.zoneEms) }

    /// A side is a zone's if its rows are nearly its own, its seats are the last ones of most of them there, and no other
    /// zone's name is. O(zones × seats) at most, of a hall that is not large.
    private mutating func chooseSides(_ zones: [Int?], _ geometry: HallGeometry) {
        var rows = [Int: Int]()
        var left = [Int: Int]()
        var right = [Int: Int]()
        for row in 0..<geometry.rowCount {
            let seats = geometry.seats(inRow: row)
            guard let first = seats.first, let last = seats.last else { continue }
            for zone in Set(seats.compactMap { zones[$0] }) { rows[zone, default: 0] += 1 }
            if let zone = zones[first] { left[zone, default: 0] += 1 }
            if let zone = zones[last] { right[zone, default: 0] += 1 }
        }
        var taken: [Side: [MapRectangle]] = [:]
        let heights = zones.indices.compactMap { geometry.center(ofSeat: $0)?.y }
        for index in spans.indices {
            let span = spans[index]
            // A bracket would claim rows that are other zones' too.
            let within = heights.count { span.box.minY < $0 && $0 < span.box.maxY }
            guard 5 * span.seats.count >= 4 * within else { continue }
            let flat = MapRectangle(minX: 0, minY: span.box.minY, maxX: 1, maxY: span.box.maxY)
            for (side, ends) in [(Side.right, right), (.left, left)] {
                let isMost = 2 * (ends[span.zone] ?? 0) > (rows[span.zone] ?? 0)
                guard isMost, !taken[side, default: []].contains(where: { $0.touches(flat) }) else { continue }
                taken[side, default: []].append(flat)
                spans[index].side = side
                break
            }
        }
    }
}
