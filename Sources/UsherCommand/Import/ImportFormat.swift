/// The layout formats that `usher import` reads.
enum ImportFormat: String, CaseIterable {
    /// Usher's own: the proto3 JSON of `Hall`.
    case usher
    /// The seating plan of pretix, as its editor writes it.
    case pretix
    /// A list of seats: JSON, CSV or a property list.
    case flat
}
