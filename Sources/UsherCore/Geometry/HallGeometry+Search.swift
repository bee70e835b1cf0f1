extension HallGeometry {
    /// A seat that is less than this much nearer than the next one, in seat widths, is not clearly meant.
    public static let ambiguityMargin = Limits.ambiguityMargin

    /// The largest slop, in seat widths; more is taken as this much.
    public static let largestSlop = Limits.largestSlop

    /// The seat that is meant by a point; nil between the seats.
    ///
    /// A point within one seat's square means it. A point within no square means the nearest seat whose square is at most
    /// `slop` seat widths away (0 … `largestSlop`), if that is clear: no other square is less than `ambiguityMargin`
    /// farther away. Where squares lie over each other, as they may in free layouts, a point within several means the one
    /// with the nearest centre, if that is clear by the same margin.
    ///
    /// A finger needs about 22 points around it: `seat(at: view.hallPoint(tap), slop: 22 / view.scale)`.
    public func seat(at point: MapPoint, slop: Double = 0) -> Int? {
        guard point.isFinite else { return nil }
        let reach = slop > 0 ? min(slop, Limits.largestSlop) : 0
        let half = seatSize / 2
        let radius = reach > 0 ? half + reach + Limits.ambiguityMargin : half
        let around = MapRectangle(center: point, extent: MapExtent(width: 2 * radius, height: 2 * radius))
        var within = Nearest()
        var near = Nearest()
        index.visit(around) { seat in
            let dx = point.x - points[seat].x
            let dy = point.y - points[seat].y
            // Half open, so that of squares that touch each other one alone holds the common edge.
            if -half <= dx, dx < half, -half <= dy, dy < half {
                within.offer(seat, (dx * dx + dy * dy).squareRoot())
            } else if reach > 0 {
                let x = max(0, dx.magnitude - half)
                let y = max(0, dy.magnitude - half)
                near.offer(seat, (x * x + y * y).squareRoot())
            }
        }
        if within.seat != nil { return within.clear(atMost: .infinity) }
        return near.clear(atMost: reach)
    }

    /// The seats of which anything lies in the rectangle, by index. Costs what it finds and little more: of 200,000 seats
    /// at most some hundreds are looked at in vain. A rectangle may be as large as it likes.
    public func seats(in rectangle: MapRectangle) -> [Int] {
        var found: [Int] = []
        index.visit(rectangle.expanded(by: seatSize / 2)) { found.append($0) }
        return found.sorted()
    }

    /// Where a cursor goes from a seat; nil at the end of the hall, and for an index that the hall does not have.
    ///
    /// That is the nearest seat ahead: sideways not farther to a side than ahead, up and down not more than twice as far,
    /// and of equally near ones the first by index. O(seats).
    public func seat(from seat: Int, toward direction: MapDirection) -> Int? {
        guard points.indices.contains(seat) else { return nil }
        let start = points[seat]
        let widest = direction == .left || direction == .right ? 1.0 : 2.0
        var best: (seat: Int, distance: Double)?
        for (other, point) in points.enumerated() {
            let dx = point.x - start.x
            let dy = point.y - start.y
            let (ahead, aside) =
                switch direction {
                case .left: (-dx, dy.magnitude)
                case .right: (dx, dy.magnitude)
                case .up: (-dy, dx.magnitude)
                case .down: (dy, dx.magnitude)
                }
            // Rows that are meant to be straight may waver by less than this.
            guard ahead > Limits.ambiguityMargin, aside <= widest * ahead else { continue }
            let distance = ahead * ahead + aside * aside
            if distance < best?.distance ?? .infinity { best = (other, distance) }
        }
        return best?.seat
    }

    /// The two nearest of those offered.
    private struct Nearest {
        var seat: Int?
        var distance = Double.infinity
        var second = Double.infinity

        mutating func offer(_ other: Int, _ away: Double) {
            if away < distance {
                (seat, distance, second) = (other, away, distance)
            } else {
                second = min(second, away)
            }
        }

        /// The nearest one, if it is near enough and clearly nearer than the next.
        func clear(atMost reach: Double) -> Int? {
            guard distance <= reach, second - distance >= Limits.ambiguityMargin else { return nil }
            return seat
        }
    }
}
