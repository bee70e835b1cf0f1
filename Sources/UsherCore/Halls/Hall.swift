/// A room with seats: rows, physical columns, gaps. Immutable per `revision`.
public struct Hall: Sendable, Equatable {
    /// 1 to 64 characters of `A-Z a-z 0-9 . _ : -`.
    public var hallID: String
    /// For people; may be empty.
    public var name: String
    /// 1, 2, 3 … set by the server.
    public var revision: UInt64
    /// Number of physical rows, rows without seats included: 0 to 4,096.
    public var rowCount: Int
    /// Number of physical columns, gaps included: 0 to 4,096.
    public var columnCount: Int
    /// Labels and offsets of rows; a row that is not listed has the label "" and the offset 0.
    public var rows: [Row]
    /// In the order of their index: at most 200,000.
    public var seats: [Seat]
    public var zones: [Zone]
    public var areas: [Area]
    /// Where people look: nil means column `(columnCount − 1) / 2`, row `2/3 · (rowCount − 1)`.
    public var focalPoint: FocalPoint?

    public init(
        hallID: String, name: String = "", revision: UInt64 = 0, rowCount: Int, columnCount: Int, rows: [Row] = [],
        seats: [Seat] = [], zones: [Zone] = [], areas: [Area] = [], focalPoint: FocalPoint? = nil
    ) {
        self.hallID = hallID
        self.name = name
        self.revision = revision
        self.rowCount = rowCount
        self.columnCount = columnCount
        self.rows = rows
        self.seats = seats
        self.zones = zones
        self.areas = areas
        self.focalPoint = focalPoint
    }
}
