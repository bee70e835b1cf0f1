import CUsherProto
import UsherCore

extension Seat: MessageMapping {
    typealias C = Usher__V1__Seat
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__seat__init }
    static var unpack: Unpack { usher__v1__seat__unpack }

    init(_ c: C, _ r: inout Reading) {
        self.init(
            code: r.text(c.code, "code"),
            row: Int(c.row),
            column: Int(c.column),
            number: r.text(c.number, "number"),
            zoneID: r.text(c.zone_id, "zone_id"),
            kind: SeatKind(wire: c.kind),
            partner: r.text(c.partner, "partner"),
            x: c._x_case == USHER__V1__SEAT___X_X ? r.finite(c.x, "x") : nil,
            y: c._y_case == USHER__V1__SEAT___Y_Y ? r.finite(c.y, "y") : nil)
    }

    /// Leaves `index` to the hall.
    func fill(_ c: inout C, _ w: Writing) {
        c.code = w.text(code)
        c.row = UInt32(clamping: row)
        c.column = UInt32(clamping: column)
        c.number = w.text(number)
        c.zone_id = w.text(zoneID)
        c.kind = kind.wire
        c.partner = w.text(partner)
        if let x {
            c._x_case = USHER__V1__SEAT___X_X
            c.x = x
        }
        if let y {
            c._y_case = USHER__V1__SEAT___Y_Y
            c.y = y
        }
    }
}
