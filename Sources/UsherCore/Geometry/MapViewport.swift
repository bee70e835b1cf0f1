/// Which part of a hall a view shows, and how large: scroll and zoom as a value. The hall is measured in seat widths, the
/// view in units of its own (points, pixels, terminal cells), and `scale` is view units per seat width.
///
/// It knows no seats and no states, so nothing that happens to them moves it. It keeps four promises:
/// - the smallest zoom shows the whole hall, at the largest a seat width measures `largestSeat` view units;
/// - zooming about a point keeps what is there where it is, until the whole hall is shown;
/// - the map never leaves the view: panning stops when the middle of the view reaches the map's edge;
/// - every number stays finite, whatever it is given: what is no number is ignored.
public struct MapViewport: Sendable, Hashable {
    /// View units of one seat width at the largest zoom, unless another number is asked for: twice what a finger needs.
    public static let usualLargestSeat = Limits.largestSeat

    /// The hall's part of the plane, `HallGeometry.bounds`.
    public private(set) var bounds: MapRectangle
    /// The view's size in view units.
    public private(set) var size: MapExtent
    /// View units per seat width.
    public private(set) var scale: Double
    /// What lies in the middle of the view.
    public private(set) var center: MapPoint
    /// View units of one seat width at the largest zoom.
    public let largestSeat: Double

    /// Shows the whole hall. `largestSeat`, as the sides of `size`, is held within 1 to 10⁹ view units.
    public init(bounds: MapRectangle, size: MapExtent, largestSeat: Double = MapViewport.usualLargestSeat) {
        self.bounds = Self.sane(bounds)
        self.size = Self.sane(size)
        let asked = largestSeat.isNaN ? Limits.largestSeat : largestSeat
        self.largestSeat = min(max(asked, Limits.viewUnits.lowerBound), Limits.viewUnits.upperBound)
        scale = 1
        center = MapPoint(x: 0, y: 0)
        showAll()
    }

    /// The scale at which the whole hall fits, at most `largestSeat`.
    public var smallestScale: Double {
        // A hall of nothing is shown as if one seat stood there.
        min(largestSeat, size.width / max(bounds.extent.width, 1), size.height / max(bounds.extent.height, 1))
    }

    /// The smallest zoom, with the hall in the middle.
    public var showsAll: Bool { scale == smallestScale && center == bounds.center }

    /// What of the hall's plane is in view, in seat widths.
    public var visible: MapRectangle {
        MapRectangle(center: center, extent: MapExtent(width: size.width / scale, height: size.height / scale))
    }

    /// Where a point of the hall is in the view; the view's corner at the upper left is (0, 0).
    public func viewPoint(_ point: MapPoint) -> MapPoint {
        MapPoint(
            x: (point.x - center.x) * scale + size.width / 2, y: (point.y - center.y) * scale + size.height / 2)
    }

    /// What point of the hall a point of the view shows.
    public func hallPoint(_ point: MapPoint) -> MapPoint {
        MapPoint(
            x: center.x + (point.x - size.width / 2) / scale, y: center.y + (point.y - size.height / 2) / scale)
    }

    // MARK: Moving

    public mutating func showAll() {
        scale = smallestScale
        center = bounds.center
    }

    /// Zooms in by a factor above 1, out by one below it, within the limits. What the view shows at `point` (in view
    /// units) stays there. At the smallest zoom the whole hall is shown instead.
    public mutating func zoom(by factor: Double, about point: MapPoint) {
        guard factor.isFinite, factor > 0 else { return }
        zoom(to: scale * factor, about: point)
    }

    /// As `zoom(by:about:)`, to a scale.
    public mutating func zoom(to target: Double, about point: MapPoint) {
        guard point.isFinite, !target.isNaN else { return }
        guard target > smallestScale else { return showAll() }
        let held = hallPoint(point)
        scale = min(target, largestSeat)
        center.x = held.x - (point.x - size.width / 2) / scale
        center.y = held.y - (point.y - size.height / 2) / scale
        keepInView()
    }

    /// Moves the map by so many view units to the right and down, as a finger drags it.
    public mutating func pan(x: Double, y: Double) {
        guard x.isFinite, y.isFinite else { return }
        center.x = Self.moved(center.x, by: -x / scale, within: bounds.minX...bounds.maxX)
        center.y = Self.moved(center.y, by: -y / scale, within: bounds.minY...bounds.maxY)
        keepInView()
    }

    /// Moves as little as it takes to see the part of the hall, with `margin` seat widths around it where there is room.
    /// What is larger than the view is put into its middle.
    public mutating func reveal(_ part: MapRectangle, margin: Double = 0) {
        let part = part.expanded(by: margin.isFinite ? margin : 0)
        guard part.center.isFinite, part.extent.width.isFinite, part.extent.height.isFinite else { return }
        let shown = visible
        center.x += Self.shift(part.minX...part.maxX, into: shown.minX...shown.maxX)
        center.y += Self.shift(part.minY...part.maxY, into: shown.minY...shown.maxY)
        keepInView()
    }

    /// The view has another size now: the middle and the zoom stay, or the whole hall if that was shown.
    public mutating func resize(_ size: MapExtent) {
        adjust { $0.size = Self.sane(size) }
    }

    /// The hall has another revision: the middle and the zoom stay, or the whole hall if that was shown.
    public mutating func follow(_ bounds: MapRectangle) {
        adjust { $0.bounds = Self.sane(bounds) }
    }

    // MARK: Limits

    private mutating func adjust(_ change: (inout MapViewport) -> Void) {
        let showedAll = showsAll
        change(&self)
        if showedAll || scale < smallestScale { return showAll() }
        keepInView()
    }

    /// Takes the middle back onto the map when nothing of the map is in view.
    private mutating func keepInView() {
        let shown = visible
        let isInView =
            center.isFinite && shown.minX < bounds.maxX && bounds.minX < shown.maxX && shown.minY < bounds.maxY
            && bounds.minY < shown.maxY
        guard !isInView else { return }
        center.x = center.x.isNaN ? bounds.center.x : min(max(center.x, bounds.minX), bounds.maxX)
        center.y = center.y.isNaN ? bounds.center.y : min(max(center.y, bounds.minY), bounds.maxY)
    }

    /// Zooming about a point at the edge may have taken the middle off the map; from there it may come back, not go on.
    private static func moved(_ middle: Double, by step: Double, within range: ClosedRange<Double>) -> Double {
        min(max(middle + step, min(middle, range.lowerBound)), max(middle, range.upperBound))
    }

    private static func shift(_ part: ClosedRange<Double>, into shown: ClosedRange<Double>) -> Double {
        if part.upperBound - part.lowerBound > shown.upperBound - shown.lowerBound {
            return (part.lowerBound + part.upperBound - shown.lowerBound - shown.upperBound) / 2
        }
        return min(0, part.lowerBound - shown.lowerBound) + max(0, part.upperBound - shown.upperBound)
    }

    private static func sane(_ size: MapExtent) -> MapExtent {
        MapExtent(width: sane(size.width), height: sane(size.height))
    }

    /// A view that was not laid out yet has no size; it is one unit wide until it is told its own.
    private static func sane(_ length: Double) -> Double {
        length.isNaN ? 1 : min(max(length, Limits.viewUnits.lowerBound), Limits.viewUnits.upperBound)
    }

    private static func sane(_ bounds: MapRectangle) -> MapRectangle {
        let edges = [bounds.minX, bounds.minY, bounds.maxX, bounds.maxY]
        guard edges.allSatisfy({ $0.magnitude <= Limits.farthest }) else {
            return MapRectangle(minX: 0, minY: 0, maxX: 0, maxY: 0)
        }
        return bounds
    }
}
