/// How wide and high something on a map is: in seat widths where it belongs to a hall, in view units where to a view.
public struct MapExtent: Sendable, Hashable {
    public var width: Double
    public var height: Double

    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}
