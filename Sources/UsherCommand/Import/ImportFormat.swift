/// The layout formats that `usher import` reads.
enum ImportFormat: String, CaseIterable {
    /// Usher's own: the proto3 JSON of `Hall`.
    case usher
    /// The seating plan of pretix, as its editor writes it.
    case pretix
    /// A list of seats: JSON, CSV or a property list.
    case flat
    /// Rows of cells (seat, gap, half of a sofa): lines of signs, CSV, or JSON as cinema systems export it.
    case grid
    /// The seat maps of Duffel: cabins, rows, sections between aisles.
    case duffel
    /// The seat maps of Amadeus: decks with seats at coordinates.
    case amadeus
    /// Seats as boxes in percent of a picture, as libraries keep their rooms.
    case percent

    /// By what a file of the format is found, for people whose file was not.
    var mark: String {
        switch self {
        case .usher: "a JSON object with `rowCount`, `columnCount` and `seats`"
        case .pretix: "`zones` of `rows` of `seats`"
        case .flat: "a list of records with a row and a column each; CSV whose first line names such fields"
        case .grid: "rows of cells: lines of signs as `A: oo__oLR`, CSV with a cell a field, JSON rows of cells"
        case .duffel: "`cabins` of `rows` of `sections` of `elements`"
        case .amadeus: "`decks` of `seats` with `coordinates`"
        case .percent: "a list of records with `point_x`, `point_y`, `width` and `height` in percent"
        }
    }

    /// `usher, pretix, …` for help and errors.
    static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
