/// A row of a free layout: seats at points of a plan, in printed order.
struct FreeRow {
    /// Index of its section; sections may overlap on the plan (floors).
    var section: Int
    var label: String
    /// In the plan's unit.
    var points: [SIMD2<Double>]

    var center: SIMD2<Double> {
        points.reduce(.zero, +) / Double(max(1, points.count))
    }

    /// The row's direction in radians, −90° (exclusive) to 90°, whichever way its numbers run; nil for a single seat.
    var angle: Double? {
        guard let first = points.first, let last = points.last, first != last else { return nil }
        let step = last - first
        return Self.halfTurn(step.y.atan2(over: step.x))
    }

    /// Folded into the half turn in which rows are told apart; a hair's breadth around ±90° is all 90°.
    static func halfTurn(_ angle: Double) -> Double {
        var folded = angle
        while folded > .pi / 2 { folded -= .pi }
        while folded <= -.pi / 2 + 0.02 { folded += .pi }
        return folded
    }
}
