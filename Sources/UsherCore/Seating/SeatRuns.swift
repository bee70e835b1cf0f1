/// Who sits beside whom in a hall: its seats in runs, built once for a revision.
///
/// A *place* is a seat's position in this order: row by row, along the row by physical column. Places of one run follow
/// each other; a column without a seat, an aisle or another row begins a new run. Printed labels, offsets of curved rows,
/// coordinates of free layouts and the order of the hall's list have no part in it: they only say how far seats are from
/// each other.
package struct SeatRuns: Sendable {
    /// One run: places `places`, all of one row.
    struct Run: Sendable {
        var places: Range<Int>
        /// Around the middles of its seats.
        var box: MapRectangle
        /// Whether a seat of it is to be sold with another.
        var hasPairs: Bool
        /// Whether all of it is ordinary seats that are sold alone.
        var isPlain: Bool
    }

    /// In place order.
    let runs: [Run]
    /// The seat of each place.
    let seats: [Int32]
    /// The place of each seat.
    let placeOfSeat: [Int32]
    /// Whether a place is the first of its run; one more entry than places, and that is true.
    let begins: [Bool]
    /// By place: the position of the zone in the hall's list and 1, or 0 for none.
    let zones: [Int32]
    let kinds: [SeatKind]
    /// By place: the place of the seat that it must be sold with, or −1.
    let partners: [Int32]
    let points: [MapPoint]
    let hasPairs: Bool
    /// Where people look from.
    let focus: MapPoint
    /// The square of the distance between the corners of all there is; at least 1.
    let diagonal: Double
    /// Positions in `runs`, those nearest to the focus first.
    let nearest: [Int32]
    /// Positions in `runs`, by where their boxes begin from the front, and the height of the highest box.
    let byHeight: [Int32]
    let highest: Double
    let hasRestrictedViews: Bool

    /// Any hall will do, also one that a gateway would refuse.
    init(_ hall: Hall, zoneBySeat: [Int32], indexByCode: [String: Int32]) {
        let order = Self.order(hall.seats)
        var placeOfSeat = [Int32](repeating: 0, count: order.count)
        for (place, seat) in order.enumerated() { placeOfSeat[Int(seat)] = Int32(place) }
        let offsets = HallGeometry.offsets(hall, min(max(hall.rowCount, 0), Limits.hallRows))
        let focus = HallGeometry.focalPoint(hall, offsets)

        var begins = [Bool](repeating: true, count: order.count + 1)
        var zones = [Int32](repeating: 0, count: order.count)
        var kinds = [SeatKind](repeating: .standard, count: order.count)
        var partners = [Int32](repeating: -1, count: order.count)
        var points = [MapPoint](repeating: focus, count: order.count)
        var runs: [Run] = []
        var all: MapRectangle?
        for (place, index) in order.enumerated() {
            let seat = hall.seats[Int(index)]
            zones[place] = zoneBySeat[Int(index)] + 1
            kinds[place] = seat.kind
            if !seat.partner.isEmpty, let partner = indexByCode[seat.partner], partner != index {
                partners[place] = placeOfSeat[Int(partner)]
            }
            let point = HallGeometry.point(of: seat, offsets)
            points[place] = point
            let spot = MapRectangle(minX: point.x, minY: point.y, maxX: point.x, maxY: point.y)
            all = all?.union(spot) ?? spot
            let isNext = place > 0 && Self.follows(seat, hall.seats[Int(order[place - 1])])
            begins[place] = !isNext
            if isNext {
                runs[runs.count - 1].places = runs[runs.count - 1].places.lowerBound..<(place + 1)
                runs[runs.count - 1].box = runs[runs.count - 1].box.union(spot)
            } else {
                runs.append(Run(places: place..<(place + 1), box: spot, hasPairs: false, isPlain: true))
            }
            if partners[place] >= 0 { runs[runs.count - 1].hasPairs = true }
            if partners[place] >= 0 || seat.kind != .standard { runs[runs.count - 1].isPlain = false }
        }
        let width = all.map { $0.maxX - $0.minX } ?? 0
        let height = all.map { $0.maxY - $0.minY } ?? 0
        let far = runs.map { Self.distance(from: focus, to: $0.box) }

        self.runs = runs
        seats = order
        self.placeOfSeat = placeOfSeat
        self.begins = begins
        self.zones = zones
        self.kinds = kinds
        self.partners = partners
        self.points = points
        hasPairs = runs.contains { $0.hasPairs }
        self.focus = focus
        diagonal = max(1, width * width + height * height)
        nearest = runs.indices.sorted { (far[$0], $0) < (far[$1], $1) }.map(Int32.init)
        byHeight = runs.indices.sorted { (runs[$0].box.minY, $0) < (runs[$1].box.minY, $1) }.map(Int32.init)
        highest = runs.map { $0.box.maxY - $0.box.minY }.max() ?? 0
        hasRestrictedViews = kinds.contains(.restrictedView)
    }

    /// The place of a seat.
    func place(ofSeat seat: Int32) -> Int { Int(placeOfSeat[Int(seat)]) }

    /// The position in `runs` of the run that has the place.
    func run(of place: Int) -> Int {
        var low = 0
        var high = runs.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if runs[middle].places.lowerBound <= place { low = middle } else { high = middle }
        }
        return low
    }

    /// The square of the distance from a point to the nearest of a rectangle.
    static func distance(from point: MapPoint, to box: MapRectangle) -> Double {
        let x = min(max(point.x, box.minX), box.maxX) - point.x
        let y = min(max(point.y, box.minY), box.maxY) - point.y
        return x * x + y * y
    }

    /// The middle between the first and the last of consecutive places.
    func middle(of places: Range<Int>) -> MapPoint {
        let first = points[places.lowerBound]
        let last = points[places.upperBound - 1]
        return MapPoint(x: (first.x + last.x) / 2, y: (first.y + last.y) / 2)
    }

    /// The middle of places that need not be neighbours.
    func middle(of places: some Collection<Int>) -> MapPoint {
        var (x, y) = (0.0, 0.0)
        for place in places {
            x += points[place].x
            y += points[place].y
        }
        return MapPoint(x: x / Double(places.count), y: y / Double(places.count))
    }

    /// The middle of groups of neighbours: of all their places, as far as these are in order.
    func middle(ofAll groups: [Range<Int>]) -> MapPoint {
        var (x, y) = (0.0, 0.0)
        var count = 0
        for group in groups {
            for place in group {
                x += points[place].x
                y += points[place].y
            }
            count += group.count
        }
        return MapPoint(x: x / Double(count), y: y / Double(count))
    }

    /// Around consecutive places of one run: the first and the last.
    func box(of places: Range<Int>) -> MapRectangle {
        let first = points[places.lowerBound]
        let last = points[places.upperBound - 1]
        return MapRectangle(minX: first.x, minY: first.y, maxX: last.x, maxY: last.y)
    }

    /// Places in order as groups of neighbours.
    func groups(of places: [Int]) -> [Range<Int>] {
        var groups: [Range<Int>] = []
        for place in places {
            if let last = groups.last, last.upperBound == place, !begins[place] {
                groups[groups.count - 1] = last.lowerBound..<(place + 1)
            } else {
                groups.append(place..<(place + 1))
            }
        }
        return groups
    }

    /// The largest part of a run around `place` whose seats are all free; `place` is taken as free.
    func stretch(around place: Int, _ isFree: (Int32) -> Bool) -> Range<Int> {
        var low = place
        while !begins[low], isFree(seats[low - 1]) { low -= 1 }
        var high = place + 1
        while !begins[high], isFree(seats[high]) { high += 1 }
        return low..<high
    }

    private static func order(_ seats: [Seat]) -> [Int32] {
        let order = (0..<Int32(seats.count)).map { $0 }
        func isBefore(_ one: Int32, _ other: Int32) -> Bool {
            let (one, other) = (seats[Int(one)], seats[Int(other)])
            return (one.row, one.column) < (other.row, other.column)
        }
        // Most halls are listed so already.
        let isSorted = zip(order, order.dropFirst()).allSatisfy { !isBefore($1, $0) }
        return isSorted ? order : order.sorted { isBefore($0, $1) || (!isBefore($1, $0) && $0 < $1) }
    }

    private static func follows(_ seat: Seat, _ before: Seat) -> Bool {
        seat.row == before.row && seat.column == before.column &+ 1
    }
}
