import UsherCore

/// A hall that was read from a file, with what the reader decided on the way.
struct ImportedHall {
    var hall: Hall
    var report: ImportReport
    /// What the file says of each seat now, in index order; empty if it says nothing. A hall carries no states: these
    /// are drawn, and may be listed for `usher block`.
    var states: [SeatState] = []
    /// Where its seats stand in the file.
    var places = FilePlaces()

    /// Everything that is wrong with the hall, by where it stands in the file. O(seats).
    func faults() -> [FieldFault] { places.told(hall.faults(), of: hall) }

    /// What stands in front of the first row, where the format tells; "" for nothing, nil where it does not.
    var front: String? {
        switch report.format {
        case .duffel, .amadeus: "front"
        case .percent: ""
        case .usher, .pretix, .flat, .grid: nil
        }
    }
}
