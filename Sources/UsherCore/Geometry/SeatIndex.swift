/// Finds the points in a rectangle without looking at the others.
///
/// The points are sorted by y and cut into about √n strips of √n points each, and each strip is sorted by x. A rectangle
/// meets strips that follow each other; in all of them but the first and the last every point within the sides is a find.
/// So a look-up costs its finds, a binary search in each strip met, and at most 2·√n points in vain, however the points
/// lie: halls are drawn by hand, and one seat may stand a million seat widths from all others.
struct SeatIndex: Sendable {
    private struct Strip: Sendable {
        var start: Int
        var minY: Double
        var maxY: Double
    }

    private let points: [MapPoint]
    /// Strip by strip, by x.
    private let order: [Int32]
    private let strips: [Strip]

    /// All coordinates must be finite.
    init(_ points: [MapPoint]) {
        var order = points.indices.map(Int32.init)
        order.sort { Self.precedes((points[Int($0)].y, $0), (points[Int($1)].y, $1)) }
        let length = max(Limits.shortestStrip, Int(Double(points.count).squareRoot()))
        var strips: [Strip] = []
        for start in stride(from: 0, to: order.count, by: length) {
            let end = min(order.count, start + length)
            strips.append(
                Strip(start: start, minY: points[Int(order[start])].y, maxY: points[Int(order[end - 1])].y))
            order[start..<end].sort { Self.precedes((points[Int($0)].x, $0), (points[Int($1)].x, $1)) }
        }
        self.points = points
        self.order = order
        self.strips = strips
    }

    /// Equal coordinates keep the seats' own order, so that equal halls are equally indexed.
    private static func precedes(_ left: (Double, Int32), _ right: (Double, Int32)) -> Bool {
        left.0 != right.0 ? left.0 < right.0 : left.1 < right.1
    }

    /// Gives `body` the index of every point in the rectangle, in no order that means something; returns how many points
    /// were looked at.
    @discardableResult
    func visit(_ rectangle: MapRectangle, _ body: (Int) -> Void) -> Int {
        // Also false where an edge is not a number.
        guard rectangle.minX <= rectangle.maxX, rectangle.minY <= rectangle.maxY else { return 0 }
        var looks = 0
        var strip = Self.firstIndex(in: 0..<strips.count) { strips[$0].maxY >= rectangle.minY }
        while strip < strips.count, strips[strip].minY <= rectangle.maxY {
            let end = strip + 1 < strips.count ? strips[strip + 1].start : order.count
            var place = Self.firstIndex(in: strips[strip].start..<end) {
                points[Int(order[$0])].x >= rectangle.minX
            }
            while place < end {
                let point = points[Int(order[place])]
                looks += 1
                if point.x > rectangle.maxX { break }
                if point.y >= rectangle.minY, point.y <= rectangle.maxY { body(Int(order[place])) }
                place += 1
            }
            strip += 1
        }
        return looks
    }

    /// The first index for which `holds` is true, given that it stays so; the range's end if there is none.
    private static func firstIndex(in range: Range<Int>, _ holds: (Int) -> Bool) -> Int {
        var low = range.lowerBound
        var high = range.upperBound
        while low < high {
            let middle = low + (high - low) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
