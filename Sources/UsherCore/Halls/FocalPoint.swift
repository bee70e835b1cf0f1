/// Where people look from: the best place of a hall, in physical rows and columns.
public struct FocalPoint: Sendable, Equatable {
    public var row: Float
    public var column: Float

    public init(row: Float, column: Float) {
        self.row = row
        self.column = column
    }
}
