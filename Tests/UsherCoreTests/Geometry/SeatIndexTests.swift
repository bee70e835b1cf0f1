import Testing

@testable import UsherCore

@Suite struct SeatIndexTests {
    private func points(_ count: Int, _ random: inout SeededGenerator, spread: Double) -> [MapPoint] {
        (0..<count).map { _ in
            // Some on a grid, so that many share a coordinate; some far out.
            switch Int.random(in: 0..<10, using: &random) {
            case 0: MapPoint(x: Double.random(in: -1e30...1e30, using: &random), y: 0)
            case 1...4: MapPoint(x: Double(Int.random(in: 0..<20, using: &random)), y: 3)
            default:
                MapPoint(
                    x: Double.random(in: 0...spread, using: &random), y: Double.random(in: 0...spread, using: &random))
            }
        }
    }

    @Test("finds what looking at every point finds, each once", arguments: 0..<30)
    func agrees(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let points = points(Int.random(in: 0...2_000, using: &random), &random, spread: 30)
        let index = SeatIndex(points)
        for _ in 0..<50 {
            let rectangle = MapRectangle(
                minX: Double(Int.random(in: -5...35, using: &random)), minY: Double.random(in: -5...35, using: &random),
                maxX: Double.random(in: -5...35, using: &random), maxY: Double(Int.random(in: -5...35, using: &random)))
            var found: [Int] = []
            index.visit(rectangle) { found.append($0) }
            #expect(found.sorted() == points.indices.filter { rectangle.contains(points[$0]) })
        }
    }

    /// Three ways to place 200,000 seats: the grid of a stadium, all in one row, all over the place.
    private static let shapes: [@Sendable (Int) -> MapPoint] = [
        { MapPoint(x: Double($0 % 1_000), y: Double($0 / 1_000)) },
        { MapPoint(x: Double($0), y: 0) },
        {
            var random = SeededGenerator(seed: UInt64($0))
            return MapPoint(x: Double(random.next() % 1_000_000) / 2_000, y: Double(random.next() % 1_000_000) / 2_500)
        },
    ]

    @Test("of 200,000 seats a rectangle of fifty looks at some hundreds", arguments: 0..<3)
    func looks(shape: Int) {
        let points = (0..<200_000).map(Self.shapes[shape])
        let index = SeatIndex(points)
        var random = SeededGenerator(seed: 1)
        var worst = 0
        for _ in 0..<100 {
            let center = points[Int.random(in: 0..<points.count, using: &random)]
            let extent = shape == 1 ? MapExtent(width: 50, height: 1) : MapExtent(width: 9.9, height: 4.9)
            var finds = 0
            let looks = index.visit(MapRectangle(center: center, extent: extent)) { _ in finds += 1 }
            #expect(finds > 0 && finds < 100)
            worst = max(worst, looks - finds)
        }
        // 2·√200,000, and one look beyond the end in each strip.
        #expect(worst < 1_000)
    }
}
