import Testing
import UsherCore

@Suite struct MapViewportTests {
    /// 100 by 50 seat widths in a view of 400 by 300: four units a seat show all.
    private let bounds = MapRectangle(minX: -0.5, minY: -0.5, maxX: 99.5, maxY: 49.5)
    private func view() -> MapViewport { MapViewport(bounds: bounds, size: MapExtent(width: 400, height: 300)) }

    private func isNear(_ left: MapPoint, _ right: MapPoint) -> Bool {
        (left.x - right.x).magnitude < 1e-9 && (left.y - right.y).magnitude < 1e-9
    }

    @Test("begins with the whole hall in its middle")
    func whole() {
        let view = view()
        #expect(view.scale == 4)
        #expect(view.showsAll)
        #expect(view.viewPoint(MapPoint(x: -0.5, y: -0.5)) == MapPoint(x: 0, y: 50))
        #expect(view.viewPoint(MapPoint(x: 99.5, y: 49.5)) == MapPoint(x: 400, y: 250))
        #expect(view.visible.minX == -0.5 && view.visible.maxX == 99.5)
    }

    @Test("points of the view and of the hall are each other's inverse")
    func inverse() {
        var view = view()
        view.zoom(by: 3.7, about: MapPoint(x: 31, y: 244))
        view.pan(x: -12.5, y: 7)
        for point in [MapPoint(x: 0, y: 0), MapPoint(x: 399, y: 1), MapPoint(x: 17.25, y: 260)] {
            #expect(isNear(view.viewPoint(view.hallPoint(point)), point))
        }
    }

    @Test("zooming keeps what is under the finger where it is, in and out, also at the map's corner")
    func fixedPoint() {
        for finger in [MapPoint(x: 200, y: 150), MapPoint(x: 1, y: 51), MapPoint(x: 399, y: 249), MapPoint(x: 0, y: 0)]
        {
            var view = view()
            let held = view.hallPoint(finger)
            for factor in [2, 1.5, 0.7, 3, 0.25] {
                view.zoom(by: factor, about: finger)
                #expect(bounds.contains(held) == false || isNear(view.viewPoint(held), finger))
                #expect(view.visible.touches(bounds))
            }
            #expect(!view.showsAll)
        }
    }

    @Test("the largest zoom makes a seat width 96 units or what is asked for, the smallest shows all again")
    func limits() {
        var view = view()
        view.zoom(by: 1_000, about: MapPoint(x: 300, y: 100))
        #expect(view.scale == 96)
        view.zoom(to: 0, about: MapPoint(x: 3, y: 3))
        #expect(view.showsAll)
        view.zoom(to: .infinity, about: MapPoint(x: 300, y: 100))
        #expect(view.scale == 96)
        view.zoom(to: -.infinity, about: MapPoint(x: 3, y: 3))
        #expect(view.showsAll)
        var small = MapViewport(bounds: bounds, size: MapExtent(width: 400, height: 300), largestSeat: 10)
        small.zoom(to: 99, about: MapPoint(x: 0, y: 0))
        #expect(small.scale == 10)
        // One seat on a wall of a screen is no larger than any other seat.
        let seat = MapRectangle(center: MapPoint(x: 0, y: 0), extent: MapExtent(width: 1, height: 1))
        #expect(MapViewport(bounds: seat, size: MapExtent(width: 5_000, height: 5_000)).scale == 96)
    }

    @Test("a dragged map stops when its edge is in the middle of the view", arguments: [1.0, 2, 20])
    func panning(zoom: Double) {
        var view = view()
        view.zoom(by: zoom, about: MapPoint(x: 200, y: 150))
        view.pan(x: 1e300, y: 0)
        #expect(view.center.x == bounds.minX)
        view.pan(x: -1e300, y: -1e300)
        #expect(view.center == MapPoint(x: bounds.maxX, y: bounds.maxY))
        #expect(view.visible.touches(bounds))
        view.pan(x: 3 * view.scale, y: 0)
        #expect((view.center.x - (bounds.maxX - 3)).magnitude < 1e-9)
    }

    @Test("a drag never jumps where zooming about an edge took the middle off the map")
    func noJump() {
        var view = view()
        view.zoom(by: 10, about: MapPoint(x: 399, y: 150))
        view.zoom(by: 0.2, about: MapPoint(x: 0, y: 150))
        let before = view.center
        #expect(before.x > bounds.maxX)
        view.pan(x: 0, y: 1)
        #expect(view.center.x == before.x)
        view.pan(x: -50, y: 0)
        #expect(view.center.x == before.x)
        view.pan(x: 8, y: 0)
        #expect(view.center.x < before.x)
    }

    @Test("revealing moves as little as it takes, and not at all what is in view")
    func reveal() {
        var view = view()
        view.zoom(by: 10, about: MapPoint(x: 200, y: 150))
        let before = view
        view.reveal(MapRectangle(center: before.center, extent: MapExtent(width: 1, height: 1)), margin: 1)
        #expect(view == before)
        let right = before.visible.maxX
        view.reveal(MapRectangle(minX: right + 1, minY: 24, maxX: right + 2, maxY: 25), margin: 0.5)
        #expect((view.visible.maxX - (right + 2.5)).magnitude < 1e-9)
        #expect(view.center.y == before.center.y)
        view.reveal(bounds)
        #expect(isNear(view.center, bounds.center))
        #expect(view.scale == before.scale)
        view.reveal(MapRectangle(minX: .nan, minY: 0, maxX: 1, maxY: 1))
        #expect(isNear(view.center, bounds.center))
    }

    @Test("a view of another size keeps its middle and its zoom, or shows the whole hall if it did")
    func resize() {
        var view = view()
        view.resize(MapExtent(width: 800, height: 300))
        #expect(view.showsAll && view.scale == 6)
        view.zoom(by: 2, about: MapPoint(x: 100, y: 100))
        let before = view
        view.resize(MapExtent(width: 300, height: 800))
        #expect(view.center == before.center && view.scale == before.scale)
        view.resize(MapExtent(width: 3_000, height: 2_000))
        #expect(view.showsAll)
    }

    @Test("another revision of the hall keeps scroll and zoom, unless nothing of it would be in view")
    func revision() {
        var view = view()
        view.zoom(by: 8, about: MapPoint(x: 390, y: 240))
        let before = view
        view.follow(MapRectangle(minX: -0.5, minY: -0.5, maxX: 119.5, maxY: 49.5))
        #expect(view.center == before.center && view.scale == before.scale)
        view.follow(MapRectangle(minX: -0.5, minY: -0.5, maxX: 19.5, maxY: 19.5))
        #expect(view.visible.touches(view.bounds))
    }

    @Test("whatever it is given, its numbers stay numbers and the map stays in view", arguments: 0..<40)
    func hostile(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let odd: [Double] = [
            0, -0.0, 1, -1, 0.5, 96, 400, .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1e300, 1e-300, 3e38,
            .leastNonzeroMagnitude, 1e9,
        ]
        func number() -> Double { odd.randomElement(using: &random) ?? 0 }
        func rectangle() -> MapRectangle {
            MapRectangle(minX: number(), minY: number(), maxX: number(), maxY: number())
        }
        func point() -> MapPoint { MapPoint(x: number(), y: number()) }
        func extent() -> MapExtent { MapExtent(width: number(), height: number()) }
        var view = MapViewport(bounds: rectangle(), size: extent(), largestSeat: number())
        for _ in 0..<300 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: view.zoom(by: number(), about: point())
            case 1: view.zoom(to: number(), about: point())
            case 2: view.pan(x: number(), y: number())
            case 3: view.reveal(rectangle(), margin: number())
            case 4: view.resize(extent())
            default: view.follow(rectangle())
            }
            #expect(view.center.isFinite && view.scale.isFinite && view.scale > 0, "\(view)")
            #expect(view.scale <= view.largestSeat && view.scale >= view.smallestScale, "\(view)")
            #expect(view.visible.touches(view.bounds), "\(view)")
        }
    }
}
