/// One difference between two halls.
struct HallChange: Equatable, Encodable {
    enum Subject: String, Encodable {
        case hall, row, zone, area, seat
    }

    var subject: Subject
    /// The seat's code, the zone's or area's id, the row's index from 0; "" for the hall.
    var id: String
    /// What differs: `zone`, `kind`, `place`, …; "" for a whole seat, row, zone or area.
    var field: String
    /// nil: there is none before.
    var from: String?
    /// nil: there is none after.
    var to: String?

    init(_ subject: Subject, _ id: String, _ field: String = "", from: String?, to: String?) {
        self.subject = subject
        self.id = id
        self.field = field
        self.from = from
        self.to = to
    }
}
