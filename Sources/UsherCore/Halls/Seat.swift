/// One seat of a hall. Its index is its position in the hall's seat list.
public struct Seat: Sendable, Equatable {
    /// The partner's own name, unique in its hall: 1 to 64 characters without control characters.
    public var code: String
    /// 0-based physical row.
    public var row: Int
    /// 0-based physical column.
    public var column: Int
    /// As printed: `12`. Never decides adjacency.
    public var number: String
    /// A zone of the hall, or "" for none.
    public var zoneID: String
    public var kind: SeatKind
    /// The code of the seat that it must be sold with, or "" for none.
    public var partner: String
    /// Place in seat widths for free layouts; nil follows row and column.
    public var x: Float?
    public var y: Float?

    public init(
        code: String, row: Int, column: Int, number: String = "", zoneID: String = "", kind: SeatKind = .standard,
        partner: String = "", x: Float? = nil, y: Float? = nil
    ) {
        self.code = code
        self.row = row
        self.column = column
        self.number = number
        self.zoneID = zoneID
        self.kind = kind
        self.partner = partner
        self.x = x
        self.y = y
    }
}
