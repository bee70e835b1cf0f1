/// A place on a map: in seat widths where it belongs to a hall, in view units where it belongs to a view. x grows to the
/// right, y away from the front and down the screen.
public struct MapPoint: Sendable, Hashable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Neither coordinate is infinite or not a number.
    public var isFinite: Bool { x.isFinite && y.isFinite }
}
