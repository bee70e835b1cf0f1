import CUsherProto
public import UsherCore

extension Hall: WireMessage {
    public static var messageName: String { "usher.v1.Hall" }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension Hall: MessageMapping {
    typealias C = Usher__V1__Hall
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__hall__init }
    static var unpack: Unpack { usher__v1__hall__unpack }

    init(_ c: C, _ r: inout Reading) {
        self.init(
            hallID: r.text(c.hall_id, "hall_id"),
            name: r.text(c.name, "name"),
            revision: c.revision,
            rowCount: Int(c.row_count),
            columnCount: Int(c.column_count),
            rows: r.list(c.n_rows, c.rows, "rows"),
            seats: r.list(c.n_seats, c.seats, "seats"),
            zones: r.list(c.n_zones, c.zones, "zones"),
            areas: r.list(c.n_areas, c.areas, "areas"),
            focalPoint: r.message(c.focal_point, "focal_point"))
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.hall_id = w.text(hallID)
        c.name = w.text(name)
        c.revision = revision
        c.seat_count = UInt32(clamping: seats.count)
        c.row_count = UInt32(clamping: rowCount)
        c.column_count = UInt32(clamping: columnCount)
        w.list(rows, &c.n_rows, &c.rows)
        w.list(Array(seats.enumerated()), &c.n_seats, &c.seats, Seat.initialise) { indexed, c in
            c.index = UInt32(clamping: indexed.offset)
            indexed.element.fill(&c, w)
        }
        w.list(zones, &c.n_zones, &c.zones)
        w.list(areas, &c.n_areas, &c.areas)
        c.focal_point = w.message(focalPoint)
    }
}
