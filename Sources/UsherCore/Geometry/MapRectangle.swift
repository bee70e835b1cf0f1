/// A part of a map, its edges included. The lower edges are never above the upper ones, but for coordinates that are not
/// numbers: such a rectangle holds nothing.
public struct MapRectangle: Sendable, Hashable {
    public let minX: Double
    public let minY: Double
    public let maxX: Double
    public let maxY: Double

    /// Edges in the wrong order are exchanged.
    public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
        self.minX = maxX < minX ? maxX : minX
        self.minY = maxY < minY ? maxY : minY
        self.maxX = maxX < minX ? minX : maxX
        self.maxY = maxY < minY ? minY : maxY
    }

    public init(center: MapPoint, extent: MapExtent) {
        self.init(
            minX: center.x - extent.width / 2, minY: center.y - extent.height / 2,
            maxX: center.x + extent.width / 2, maxY: center.y + extent.height / 2)
    }

    public var extent: MapExtent { MapExtent(width: maxX - minX, height: maxY - minY) }

    /// Halves are added, since the sum of two far edges may be no number any more.
    public var center: MapPoint { MapPoint(x: minX / 2 + maxX / 2, y: minY / 2 + maxY / 2) }

    public func contains(_ point: MapPoint) -> Bool {
        minX <= point.x && point.x <= maxX && minY <= point.y && point.y <= maxY
    }

    /// They have a point in common, be it of an edge.
    public func touches(_ other: MapRectangle) -> Bool {
        minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
    }

    /// Larger by `margin` on every side, smaller if it is negative.
    public func expanded(by margin: Double) -> MapRectangle {
        let x = max(margin, (minX - maxX) / 2)
        let y = max(margin, (minY - maxY) / 2)
        return MapRectangle(minX: minX - x, minY: minY - y, maxX: maxX + x, maxY: maxY + y)
    }

    /// The smallest rectangle that holds both.
    public func union(_ other: MapRectangle) -> MapRectangle {
        MapRectangle(
            minX: min(minX, other.minX), minY: min(minY, other.minY),
            maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
    }
}
