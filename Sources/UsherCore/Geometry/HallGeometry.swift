/// Where the seats of a hall are, for everything that draws them or is pointed at them. The unit is the seat width.
///
/// A seat of row r and column c has its centre at x = c + the row's offset, y = r, unless it has an `x` or a `y` of its
/// own, which stands for its coordinate as it is. Rows are one seat width apart. Around its centre a seat fills a square of
/// `seatSize`; what lies between the squares belongs to no seat.
///
/// It knows places alone, no states: make it once for a hall revision and keep it while states come and go. Any hall will
/// do, also one that a gateway would refuse: a coordinate that is no finite number is taken as if it was not given.
/// Making it costs O(n log n), some tens of milliseconds for 200,000 seats.
public struct HallGeometry: Sendable {
    /// The side of a seat's square in seat widths, unless another one is asked for.
    public static let usualSeatSize = Limits.seatSize

    /// The side of a seat's square in seat widths, 0.1 to 1.
    public let seatSize: Double
    /// The hall's size and where it begins: every seat with its whole seat width, and the grid of all rows and columns,
    /// empty ones included, where any seat follows it (or there are no seats). A row without seats adds to the height
    /// alone. A hall of nothing has no extent.
    public let bounds: MapRectangle
    /// Where people look from: the hall's focal point, or the contract's default.
    public let focalPoint: MapPoint

    let points: [MapPoint]
    let index: SeatIndex
    private let offsets: [Double]
    /// Where each row begins in `rowSeats`, and the end.
    private let rowStarts: [Int32]
    /// Seats by row, by column.
    private let rowSeats: [Int32]

    /// `seatSize` is held within 0.1 to 1. With 1, the seats of a row touch each other.
    public init(_ hall: Hall, seatSize: Double = HallGeometry.usualSeatSize) {
        self.seatSize = seatSize.isNaN ? Limits.seatSize : min(max(seatSize, Limits.seatSizes.lowerBound), 1)
        let rowCount = min(max(hall.rowCount, 0), Limits.hallRows)
        offsets = Self.offsets(hall, rowCount)
        let offsets = offsets
        points = hall.seats.map { Self.point(of: $0, offsets) }
        (rowStarts, rowSeats) = Self.rows(hall, rowCount)
        index = SeatIndex(points)
        bounds = Self.bounds(hall, points, offsets, rowStarts)
        focalPoint = Self.focalPoint(hall, offsets)
    }

    public var seatCount: Int { points.count }

    /// Physical rows, those without seats included: 0 to 4,096.
    public var rowCount: Int { offsets.count }

    /// The middle of a seat; nil for an index that the hall does not have.
    public func center(ofSeat seat: Int) -> MapPoint? {
        points.indices.contains(seat) ? points[seat] : nil
    }

    /// What a seat fills; nil for an index that the hall does not have.
    public func body(ofSeat seat: Int) -> MapRectangle? {
        center(ofSeat: seat).map {
            MapRectangle(center: $0, extent: MapExtent(width: seatSize, height: seatSize))
        }
    }

    /// A row's shift to the right in seat widths; 0 for a row that the hall does not have.
    public func offset(ofRow row: Int) -> Double {
        offsets.indices.contains(row) ? offsets[row] : 0
    }

    /// The indexes of a physical row's seats, by column; empty for a row that the hall does not have.
    public func seats(inRow row: Int) -> [Int] {
        guard offsets.indices.contains(row) else { return [] }
        return rowSeats[Int(rowStarts[row])..<Int(rowStarts[row + 1])].map(Int.init)
    }

    // MARK: Making

    static func offsets(_ hall: Hall, _ rowCount: Int) -> [Double] {
        var offsets = [Double](repeating: 0, count: rowCount)
        for row in hall.rows where offsets.indices.contains(row.index) {
            offsets[row.index] = Optional(row.offset).finite ?? 0
        }
        return offsets
    }

    static func point(of seat: Seat, _ offsets: [Double]) -> MapPoint {
        let offset = offsets.indices.contains(seat.row) ? offsets[seat.row] : 0
        return MapPoint(x: seat.x.finite ?? Double(seat.column) + offset, y: seat.y.finite ?? Double(seat.row))
    }

    private static func rows(_ hall: Hall, _ rowCount: Int) -> (starts: [Int32], seats: [Int32]) {
        var starts = [Int32](repeating: 0, count: rowCount + 1)
        for seat in hall.seats where (0..<rowCount).contains(seat.row) { starts[seat.row + 1] += 1 }
        for row in 0..<rowCount { starts[row + 1] += starts[row] }
        var next = starts
        var seats = [Int32](repeating: 0, count: Int(starts[rowCount]))
        for (index, seat) in hall.seats.enumerated() where (0..<rowCount).contains(seat.row) {
            seats[Int(next[seat.row])] = Int32(index)
            next[seat.row] += 1
        }
        for row in 0..<rowCount {
            seats[Int(starts[row])..<Int(starts[row + 1])].sort {
                (hall.seats[Int($0)].column, $0) < (hall.seats[Int($1)].column, $1)
            }
        }
        return (starts, seats)
    }

    private static func bounds(
        _ hall: Hall, _ points: [MapPoint], _ offsets: [Double], _ rowStarts: [Int32]
    ) -> MapRectangle {
        var bounds: MapRectangle?
        if let first = points.first {
            var (minX, minY, maxX, maxY) = (first.x, first.y, first.x, first.y)
            for point in points {
                (minX, maxX) = (min(minX, point.x), max(maxX, point.x))
                (minY, maxY) = (min(minY, point.y), max(maxY, point.y))
            }
            bounds = MapRectangle(minX: minX, minY: minY, maxX: maxX, maxY: maxY).expanded(by: 0.5)
            let isFree = hall.seats.allSatisfy { $0.x.finite != nil && $0.y.finite != nil }
            if isFree { return bounds ?? MapRectangle(minX: 0, minY: 0, maxX: 0, maxY: 0) }
        }
        let used = offsets.indices.filter { rowStarts[$0] < rowStarts[$0 + 1] }.map { offsets[$0] }
        let columns = min(max(hall.columnCount, 0), Limits.hallColumns)
        let grid = MapRectangle(
            minX: (used.min() ?? 0) - 0.5, minY: -0.5, maxX: (used.max() ?? 0) + Double(columns) - 0.5,
            maxY: Double(offsets.count) - 0.5)
        return bounds?.union(grid) ?? grid
    }

    static func focalPoint(_ hall: Hall, _ offsets: [Double]) -> MapPoint {
        let row = Optional(hall.focalPoint?.row ?? .nan).finite ?? Double(max(0, offsets.count - 1)) * 2 / 3
        let columns = min(max(hall.columnCount, 0), Limits.hallColumns)
        let column = Optional(hall.focalPoint?.column ?? .nan).finite ?? Double(max(0, columns - 1)) / 2
        // The row may be any number, and between two rows.
        let nearest = row.rounded()
        let isRow = nearest >= 0 && nearest < Double(offsets.count)
        return MapPoint(x: column + (isRow ? offsets[Int(nearest)] : 0), y: row)
    }
}

extension Float? {
    /// nil also for what is infinite or not a number.
    fileprivate var finite: Double? {
        guard let self, self.isFinite else { return nil }
        return Double(self)
    }
}
