/// A row of a free layout: seats at points of a plan, in printed order.
struct FreeRow {
    /// Index of its section; sections may overlap on the plan (floors).
    var section: Int
    var label: String
    /// In the plan's unit.
    let points: [SIMD2<Double>]
    let center: SIMD2<Double>
    /// The row's direction in radians, −90° (exclusive) to 90°, whichever way its numbers run; nil for a single seat.
    let angle: Double?

    init(section: Int, label: String, points: [SIMD2<Double>]) {
        self.section = section
        self.label = label
        self.points = points
        center = points.reduce(.zero, +) / Double(max(1, points.count))
        if let first = points.first, let last = points.last, first != last {
            angle = Self.halfTurn((last.y - first.y).atan2(over: last.x - first.x))
        } else {
            angle = nil
        }
    }

    /// Folded into the half turn in which rows are told apart; a hair's breadth around ±90° is all 90°.
    static func halfTurn(_ angle: Double) -> Double {
        var folded = angle
        while folded > .pi / 2 { folded -= .pi }
        while folded <= -.pi / 2 + 0.02 { folded += .pi }
        return folded
    }
}
