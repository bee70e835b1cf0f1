/// A named rectangle of a hall, for rooms: window, quiet, discussion.
public struct Area: Sendable, Equatable {
    public var areaID: String
    public var name: String
    public var firstRow: Int
    public var rowCount: Int
    public var firstColumn: Int
    public var columnCount: Int

    public init(
        areaID: String, name: String = "", firstRow: Int, rowCount: Int, firstColumn: Int, columnCount: Int
    ) {
        self.areaID = areaID
        self.name = name
        self.firstRow = firstRow
        self.rowCount = rowCount
        self.firstColumn = firstColumn
        self.columnCount = columnCount
    }
}
