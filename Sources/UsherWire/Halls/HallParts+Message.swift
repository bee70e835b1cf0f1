import CUsherProto
import UsherCore

extension Row: MessageMapping {
    typealias C = Usher__V1__Row
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__row__init }
    static var unpack: Unpack { usher__v1__row__unpack }

    init(_ c: C, _ r: inout Reading) {
        self.init(index: Int(c.index), label: r.text(c.label, "label"), offset: r.finite(c.offset, "offset"))
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.index = UInt32(clamping: index)
        c.label = w.text(label)
        c.offset = offset
    }
}

extension Zone: MessageMapping {
    typealias C = Usher__V1__Zone
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__zone__init }
    static var unpack: Unpack { usher__v1__zone__unpack }

    init(_ c: C, _ r: inout Reading) {
        self.init(
            zoneID: r.text(c.zone_id, "zone_id"), name: r.text(c.name, "name"), color: r.text(c.color, "color"))
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.zone_id = w.text(zoneID)
        c.name = w.text(name)
        c.color = w.text(color)
    }
}

extension Area: MessageMapping {
    typealias C = Usher__V1__Area
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__area__init }
    static var unpack: Unpack { usher__v1__area__unpack }

    init(_ c: C, _ r: inout Reading) {
        self.init(
            areaID: r.text(c.area_id, "area_id"), name: r.text(c.name, "name"), firstRow: Int(c.first_row),
            rowCount: Int(c.row_count), firstColumn: Int(c.first_column), columnCount: Int(c.column_count))
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.area_id = w.text(areaID)
        c.name = w.text(name)
        c.first_row = UInt32(clamping: firstRow)
        c.row_count = UInt32(clamping: rowCount)
        c.first_column = UInt32(clamping: firstColumn)
        c.column_count = UInt32(clamping: columnCount)
    }
}

extension FocalPoint: MessageMapping {
    typealias C = Usher__V1__FocalPoint
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__focal_point__init }
    static var unpack: Unpack { usher__v1__focal_point__unpack }

    init(_ c: C, _ r: inout Reading) {
        self.init(row: r.finite(c.row, "row"), column: r.finite(c.column, "column"))
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.row = row
        c.column = column
    }
}

extension FieldFault: MessageMapping {
    typealias C = Usher__V1__Fault
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__fault__init }
    static var unpack: Unpack { usher__v1__fault__unpack }

    init(_ c: C, _ r: inout Reading) {
        self.init(r.text(c.field, "field"), r.text(c.description, "description"))
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.field = w.text(field)
        c.description = w.text(description)
    }
}

extension HallLoss: MessageMapping {
    typealias C = Usher__V1__HallLoss
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__hall_loss__init }
    static var unpack: Unpack { usher__v1__hall_loss__unpack }

    init(_ c: C, _ r: inout Reading) {
        // A state of a newer version is some kind of not available.
        let state = UInt8(exactly: c.state.rawValue).flatMap(SeatState.init(rawValue:)) ?? .blocked
        self.init(showID: r.text(c.show_id, "show_id"), seat: r.text(c.seat, "seat"), state: state)
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.show_id = w.text(showID)
        c.seat = w.text(seat)
        c.state = Usher__V1__SeatState(rawValue: UInt32(state.rawValue))
    }
}
