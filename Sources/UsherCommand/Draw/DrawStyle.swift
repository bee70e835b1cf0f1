/// How a seat map is drawn.
struct DrawStyle: Sendable, Equatable {
    /// Terminal columns.
    var width: Int
    /// Lines for the whole drawing; nil draws every row.
    var height: Int?
    /// ANSI colours.
    var color: Bool
    /// Signs beyond ASCII.
    var unicode: Bool
    /// What stands in front of row 0; "" draws no front, nil goes by the hall.
    var front: String?
    /// First physical row and column shown where not all fit.
    var firstRow = 0
    var firstColumn = 0
}
