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

    /// `usher, pretix, …` for help and errors.
    static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
