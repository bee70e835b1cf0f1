import UsherCore

/// How to read a flat list where the file leaves it open. nil and empty mean: find out by content, and say so.
struct FlatOptions {
    enum Role: String, CaseIterable {
        case code, row, column, number, rowLabel = "row-label", section, zone, kind, status, partner, pair
    }

    /// Field names by what they hold; dotted paths reach into nested objects.
    var fields: [Role: String] = [:]
    /// Where the list is in the document: `seats`, `data.list`.
    var path: String?
    /// The number of the first row and column.
    var base: Int?
    /// Row and column fields are exchanged.
    var isTransposed: Bool?
    /// The first column is at the right.
    var isRightToLeft = false
    /// The first row is at the back.
    var isBackToFront = false
    /// What status values mean.
    var statusValues: [String: SeatState] = [:]
}
