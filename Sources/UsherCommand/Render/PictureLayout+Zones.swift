import UsherCore

extension PictureLayout {
    /// A hall of one zone needs no tint: there is nothing to tell apart.
    mutating func addZones() {
        guard zonePlan.spans.count > 1 else { return }
        for span in zonePlan.spans {
            picture.zones.append(.init(color: span.color, pieces: pieces(span.seats)))
        }
    }

    /// Stretches of seats beside each other, so that a zone costs its rows and not its seats.
    private func pieces(_ seats: [Int]) -> [MapRectangle] {
        let sorted = seats.sorted {
            (hall.seats[$0].row, hall.seats[$0].column, $0) < (hall.seats[$1].row, hall.seats[$1].column, $1)
        }
        var pieces: [MapRectangle] = []
        var last: (row: Int, point: MapPoint, extent: MapExtent)?
        for seat in sorted {
            guard let point = geometry.center(ofSeat: seat) else { continue }
            let row = hall.seats[seat].row
            let extent = tint(of: seat, at: point)
            let cell = MapRectangle(center: point, extent: extent)
            if let before = last, before.row == row, before.extent == extent,
                (before.point.y - point.y).magnitude < 0.05,
                (before.point.x - point.x).magnitude < Limits.joinedSeats
            {
                pieces[pieces.count - 1] = pieces[pieces.count - 1].union(cell)
            } else {
                pieces.append(cell)
            }
            last = (row, point, extent)
        }
        return pieces
    }

    /// What a seat adds to its zone's shape.
    private func tint(of seat: Int, at point: MapPoint) -> MapExtent {
        // A little higher than a row, so that rows behind each other become one shape.
        guard hasPlace(seat) else { return MapExtent(width: 1.02, height: 1.1) }
        // Free rows may be far apart, and closer where another zone begins: the border is half way there.
        let widest = 1.75
        let around = MapRectangle(center: point, extent: MapExtent(width: 2 * widest, height: 2 * widest))
        let zoneID = hall.seats[seat].zoneID
        // A seat behind or in front leaves less height, one at the side less width; the nearest ones first, so that one
        // behind the neighbour is kept away already.
        let others = geometry.seats(in: around).lazy.filter { hall.seats[$0].zoneID != zoneID }
            .compactMap { geometry.center(ofSeat: $0) }
            .map { (dx: ($0.x - point.x).magnitude, dy: ($0.y - point.y).magnitude) }
        var room = MapExtent(width: widest, height: widest)
        for (dx, dy) in others.sorted(by: { $0.dx * $0.dx + $0.dy * $0.dy < $1.dx * $1.dx + $1.dy * $1.dy })
        where dx < room.width && dy < room.height {
            room =
                dx < dy ? MapExtent(width: room.width, height: dy) : MapExtent(width: dx, height: room.height)
        }
        return MapExtent(width: max(room.width, Limits.pictureSeat), height: max(room.height, Limits.pictureSeat))
    }

    /// Names beside the map with brackets; between other zones, and in large halls, on the map.
    mutating func addZoneNames() {
        guard zonePlan.spans.count > 1 else { return }
        let size = em * Limits.zoneLetters
        for span in zonePlan.spans {
            switch span.side {
            case .left: beside(span, size, isLeft: true)
            case .right: beside(span, size, isLeft: false)
            case .within: on(span, size)
            }
        }
    }

    private mutating func beside(_ span: ZonePlan.Span, _ size: Double, isLeft: Bool) {
        let name = ZonePlan.shown(span.name)
        let way: Double = isLeft ? -1 : 1
        let edge = isLeft ? map.minX : map.maxX
        let x = edge + way * (rowGutter + 0.5 * em)
        picture.brackets.append(
            .init(x: x, minY: span.box.minY, maxY: span.box.maxY, pointsLeft: !isLeft, color: span.color))
        let start = x + way * 0.5 * em
        let end = start + way * scale.width(of: name, size: size)
        let y = span.box.center.y
        _ = space.take(
            MapRectangle(minX: min(x, end), minY: y - size / 2, maxX: max(x, end), maxY: y + size / 2))
        picture.texts.append(
            .init(
                text: name, whole: name == span.name ? "" : span.name, at: MapPoint(x: start, y: y), size: size,
                role: .zone, anchor: isLeft ? .end : .start))
    }

    private mutating func on(_ span: ZonePlan.Span, _ size: Double) {
        let box = span.box
        if zonePlan.isLarge {
            // As large as the zone allows: letters of twice the usual size at most, of half of it at least.
            let name = ZonePlan.shown(span.name)
            let fitting = min(box.extent.width * 0.9 / scale.width(of: name, size: 1), box.extent.height * 0.8)
            let letters = min(2 * em, fitting)
            let width = scale.width(of: name, size: letters)
            let label = MapRectangle(center: box.center, extent: MapExtent(width: width, height: letters))
            guard letters >= em / 2, space.take(label) else { return }
            picture.texts.append(
                .init(
                    text: name, whole: name == span.name ? "" : span.name, at: box.center, size: letters, role: .zone,
                    hasRim: true))
            return
        }
        let margin = (span.seats.contains(where: hasPlace) ? 0.7 : 0.3) + size * 0.7
        let places = [(front(span, isBack: false), -margin), (front(span, isBack: true), margin)].flatMap { edge, way in
            [
                (MapPoint(x: edge.center.x, y: edge.center.y + way), MapPicture.Text.Anchor.middle),
                (MapPoint(x: edge.minX, y: edge.center.y + way), .start),
                (MapPoint(x: edge.maxX, y: edge.center.y + way), .end),
            ]
        }
        _ = place(span.name, ZonePlan.shown(span.name), size, .zone, at: places)
    }

    /// The upper or lower edge of the longest stretch of a zone's frontmost or rearmost seats.
    private func front(_ span: ZonePlan.Span, isBack: Bool) -> MapRectangle {
        let bodies = span.seats.compactMap { geometry.body(ofSeat: $0) }
        let line = isBack ? span.box.maxY : span.box.minY
        let edge = bodies.filter { ((isBack ? $0.maxY : $0.minY) - line).magnitude < 0.3 }.sorted { $0.minX < $1.minX }
        var stretches: [MapRectangle] = []
        for body in edge {
            if let last = stretches.last, body.minX - last.maxX < Limits.joinedSeats - Limits.pictureSeat {
                stretches[stretches.count - 1] = last.union(body)
            } else {
                stretches.append(body)
            }
        }
        // Of equally long ones the leftmost.
        let longest = stretches.reduce(stretches.first ?? span.box) {
            $1.extent.width > $0.extent.width + 0.01 ? $1 : $0
        }
        return MapRectangle(minX: longest.minX, minY: line, maxX: longest.maxX, maxY: line)
    }
}
