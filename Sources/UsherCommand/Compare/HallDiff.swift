import UsherCore

/// What changed between two halls; seats are the same by their codes, whatever their order.
struct HallDiff {
    let before: Hall
    let after: Hall
    private(set) var changes: [HallChange] = []

    init(_ before: Hall, _ after: Hall) {
        self.before = before
        self.after = after
        compareFrame()
        compareRows()
        compare(.zone, before.zones, after.zones, id: \.zoneID) { [("name", $0.name), ("color", $0.color)] }
        compare(.area, before.areas, after.areas, id: \.areaID) { area in
            [
                ("name", area.name),
                ("rows", "\(area.firstRow + 1)-\(area.firstRow + area.rowCount)"),
                ("columns", "\(area.firstColumn + 1)-\(area.firstColumn + area.columnCount)"),
            ]
        }
        compare(.seat, before.seats, after.seats, id: \.code) { seat in
            [
                ("cell", "\(seat.row + 1)/\(seat.column + 1)"), ("number", seat.number), ("zone", seat.zoneID),
                ("kind", Self.name(seat.kind)), ("partner", seat.partner), ("place", Self.place(seat)),
            ]
        }
        compareOrder()
    }

    static func name(_ kind: SeatKind) -> String {
        switch kind {
        case .standard: "standard"
        case .wheelchair: "wheelchair"
        case .companion: "companion"
        case .couple: "couple"
        case .restrictedView: "restricted view"
        }
    }

    private static func place(_ seat: Seat) -> String {
        seat.x == nil && seat.y == nil ? "" : "\(seat.x.map { "\($0)" } ?? "-")/\(seat.y.map { "\($0)" } ?? "-")"
    }

    private mutating func note(
        _ subject: HallChange.Subject, _ id: String, _ field: String, _ from: String, _ to: String
    ) {
        if from != to { changes.append(HallChange(subject, id, field, from: from, to: to)) }
    }

    private mutating func compareFrame() {
        note(.hall, "", "hall_id", before.hallID, after.hallID)
        note(.hall, "", "name", before.name, after.name)
        note(.hall, "", "rows", "\(before.rowCount)", "\(after.rowCount)")
        note(.hall, "", "columns", "\(before.columnCount)", "\(after.columnCount)")
        func point(_ point: FocalPoint?) -> String { point.map { "\($0.row)/\($0.column)" } ?? "" }
        note(.hall, "", "focal_point", point(before.focalPoint), point(after.focalPoint))
    }

    private mutating func compareRows() {
        func table(_ hall: Hall) -> [Int: Row] {
            Dictionary(hall.rows.map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
        }
        let (old, new) = (table(before), table(after))
        for index in Set(old.keys).union(new.keys).sorted() {
            note(.row, "\(index)", "label", old[index]?.label ?? "", new[index]?.label ?? "")
            note(.row, "\(index)", "offset", "\(old[index]?.offset ?? 0)", "\(new[index]?.offset ?? 0)")
        }
    }

    private mutating func compare<Item>(
        _ subject: HallChange.Subject, _ old: [Item], _ new: [Item], id: (Item) -> String,
        fields: (Item) -> [(name: String, value: String)]
    ) {
        let olds = Dictionary(old.map { (id($0), $0) }, uniquingKeysWith: { first, _ in first })
        let news = Set(new.map(id))
        for item in old where !news.contains(id(item)) {
            changes.append(HallChange(subject, id(item), from: id(item), to: nil))
        }
        for item in new {
            guard let known = olds[id(item)] else {
                changes.append(HallChange(subject, id(item), from: nil, to: id(item)))
                continue
            }
            for (one, other) in zip(fields(known), fields(item)) {
                note(subject, id(item), one.name, one.value, other.value)
            }
        }
    }

    /// Seats that both have, listed in another order: their indexes differ, which readers of deltas care about.
    private mutating func compareOrder() {
        let news = Set(after.seats.map(\.code))
        let olds = Set(before.seats.map(\.code))
        let one = before.seats.lazy.map(\.code).filter(news.contains)
        let other = after.seats.lazy.map(\.code).filter(olds.contains)
        if !one.elementsEqual(other) { changes.append(HallChange(.hall, "", "order", from: "", to: "")) }
    }
}
