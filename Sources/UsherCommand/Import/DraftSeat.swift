import UsherCore

/// A seat on its way from a file into a hall, before codes are given.
struct DraftSeat {
    var source: SeatCodes.Source
    var cell: GridCell
    /// Where it stands in the file.
    var position: String
    /// Names; "" for none.
    var zone = ""
    var section = ""
    var kind = SeatKind.standard
    /// What is known of it now; nil if nothing is.
    var state: SeatState?
    /// The file's own word for its state, which a table explains.
    var status: String?
    /// The draft's index of the other half of a pair.
    var partner: Int?
    /// Its own place in seat widths.
    var place: SIMD2<Double>?
}
