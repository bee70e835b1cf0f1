/// Which field of a flat list holds what: as told, else by name and content.
struct FlatFields {
    private(set) var names: [FlatOptions.Role: String] = [:]
    private(set) var isTransposed = false
    /// The zones are the seats' prices, for want of a field that names them.
    private(set) var areZonesPrices = false
    /// Fields that nothing is taken from, in order of appearance.
    private(set) var unread: [String] = []
    /// What was found out without being told.
    private(set) var guesses: [String] = []

    /// Names in order of preference, compared without case, `_` and `-`.
    private static let known: [FlatOptions.Role: [String]] = [
        .code: ["code", "seatcode", "seatid", "id", "guid", "seatguid", "uuid", "designator"],
        .row: [
            "y", "gridrow", "rowindex", "placeholderrowid", "rowno", "row", "coordinates.y", "position.y",
        ],
        .column: [
            "x", "gridcolumn", "gridcol", "columnindex", "colindex", "placeholdercolid", "column", "col",
            "coordinates.x",
            "position.x",
        ],
        .number: ["number", "seatnumber", "seatno", "no", "label", "seat", "colnum", "col", "column"],
        .rowLabel: ["rowlabel", "rowname", "rownumber", "rownum", "row"],
        .section: ["section", "block", "area", "sector"],
        .zone: ["zone", "zoneid", "category", "pricezone", "pricecategory"],
        .kind: ["kind", "seattype", "type"],
        .status: ["status", "state", "seatstatus"],
        .partner: ["partner", "partnercode"],
        .pair: ["pair", "pairid", "pairgroup", "coupleid", "couplegroup"],
    ]

    /// How many of a table's names are names of fields of a seat.
    static func knownNames(_ names: [String]) -> Int {
        let all = Set(known.values.joined())
        return Set(names.map(plain)).intersection(all).count
    }

    /// Whether records have a row and a column by name.
    static func hasGrid(_ records: ArraySlice<LayoutValue>) -> Bool {
        let names = Set(records.flatMap { $0.scalarPaths() }.map(plain))
        let rows = (known[.row] ?? []) + (known[.rowLabel] ?? [])
        return !names.isDisjoint(with: rows) && !names.isDisjoint(with: known[.column] ?? [])
    }

    /// `canZoneByPrice`: prices may become zones where no field names them.
    init(_ records: [LayoutValue], _ options: FlatOptions, canZoneByPrice: Bool) throws(ImportError) {
        let present = Self.present(records)
        for role in FlatOptions.Role.allCases {
            if let told = options.fields[role] {
                guard present.contains(told) else {
                    let more = present.count - Limits.reportedItems
                    throw ImportError(
                        "no seat has the field `\(told)` of --\(role.rawValue)-field; there are: "
                            + present.prefix(Limits.reportedItems).joined(separator: ", ")
                            + (more > 0 ? " and \(more) more" : ""))
                }
                names[role] = told
            } else if let found = Self.find(role, present, records) {
                names[role] = found
            }
        }
        if canZoneByPrice, names[.zone] == nil, let field = Self.prices(present, records) {
            names[.zone] = field
            areZonesPrices = true
        }
        dropDoubles(told: Set(options.fields.keys))
        orient(records, options)
        guessed(options)
        let read = Set(names.values)
        unread = present.filter { !read.contains($0) }
    }

    /// The fields of the first records, in order of appearance.
    private static func present(_ records: [LayoutValue]) -> [String] {
        var seen = Set<String>()
        return records.lazy.prefix(1_000).flatMap { $0.scalarPaths() }.filter { seen.insert($0).inserted }
    }

    /// The field that holds the seats' kinds, as told or by its name.
    static func kindField(_ records: [LayoutValue], _ options: FlatOptions) -> String? {
        let present = present(records)
        guard let told = options.fields[.kind] else { return find(.kind, present, records) }
        return present.contains(told) ? told : nil
    }

    /// Fields that may hold it by their names, the best first.
    static func candidates(_ role: FlatOptions.Role, _ records: [LayoutValue]) -> [String] {
        let present = present(records)
        return (known[role] ?? []).compactMap { name in present.first { plain($0) == name } }
    }

    /// What halls call the fields that were found, for telling where a fault stands.
    static func hallFields(_ names: [FlatOptions.Role: String]) -> [String: String] {
        let fields: [(String, FlatOptions.Role)] = [
            ("code", .code), ("row", .row), ("column", .column), ("number", .number), ("zone_id", .zone),
            ("partner", .partner), ("rows.label", .rowLabel), ("zones.name", .zone), ("zones.zone_id", .zone),
            ("areas.name", .section), ("areas.area_id", .section),
        ]
        return Dictionary(
            fields.compactMap { field, role in names[role].map { (field, $0) } },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The best known name. A row or column has a whole number in every record. One that nearly has, with words or
    /// nothing in the others, is taken too, so that these are told as the mistakes that they are; but where the name may
    /// also stand for what is printed, only if there is no better one, and for rows not at all: they may be words.
    private static func find(_ role: FlatOptions.Role, _ present: [String], _ records: [LayoutValue]) -> String? {
        let isGrid = role == .row || role == .column
        let printed = Set(known[role == .row ? .rowLabel : .number] ?? [])
        var nearly: String?
        for name in known[role] ?? [] {
            guard let path = present.first(where: { plain($0) == name }) else { continue }
            guard isGrid else { return path }
            let others = records.filter { whole($0.at(path)) == nil }
            if others.isEmpty { return path }
            // Half a seat is a place on a plan, and no mistake.
            guard 2 * others.count < records.count, others.allSatisfy({ $0.at(path).double == nil }) else { continue }
            if !printed.contains(name) { return path }
            if role == .column, nearly == nil { nearly = path }
        }
        return nearly
    }

    /// A field with a price for every seat, few enough of them to be zones, and more than one.
    private static func prices(_ present: [String], _ records: [LayoutValue]) -> String? {
        let known = ["price", "seatprice", "baseprice", "priceamount", "amount"]
        guard let field = known.lazy.compactMap({ name in present.first { plain($0) == name } }).first else {
            return nil
        }
        var seen = Set<String>()
        for record in records {
            guard let text = record.at(field).string, let price = record.at(field).double, price >= 0 else {
                return nil
            }
            guard seen.insert(text).inserted else { continue }
            if seen.count > Limits.priceZones { return nil }
        }
        return seen.count > 1 ? field : nil
    }

    private static func plain(_ name: String) -> String {
        name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
    }

    /// A whole number that a grid may hold, however it is written.
    static func whole(_ value: LayoutValue) -> Int? {
        guard let number = value.double, number == number.rounded(), abs(number) < 1e6 else { return nil }
        return Int(number)
    }

    /// `y` without `x` is a coincidence, not a grid; a printed row that is no number cannot also be the grid's row.
    private mutating func dropDoubles(told: Set<FlatOptions.Role>) {
        if !told.contains(.number), names[.number] == nil, let column = names[.column] { names[.number] = column }
        if !told.contains(.rowLabel), names[.rowLabel] == nil, let row = names[.row] { names[.rowLabel] = row }
    }

    /// Whether the row field counts rows: the printed row must run along it, not across.
    private mutating func orient(_ records: [LayoutValue], _ options: FlatOptions) {
        if let told = options.isTransposed {
            isTransposed = told
        } else if let row = names[.row], let column = names[.column], let label = names[.rowLabel], label != row,
            options.fields[.row] == nil, options.fields[.column] == nil
        {
            isTransposed = Self.depends(records, label, on: column) && !Self.depends(records, label, on: row)
            if isTransposed { guesses.append("`\(column)` runs along with the printed row: it is taken as the row") }
        }
        if isTransposed { (names[.row], names[.column]) = (names[.column], names[.row]) }
    }

    /// Each value of `grid` has one printed `label`.
    private static func depends(_ records: [LayoutValue], _ label: String, on grid: String) -> Bool {
        var seen = [String: String]()
        for record in records {
            guard let key = record.at(grid).string, let value = record.at(label).string else { continue }
            if let known = seen[key], known != value { return false }
            seen[key] = value
        }
        return true
    }

    private mutating func guessed(_ options: FlatOptions) {
        let found = FlatOptions.Role.allCases.compactMap { role in
            options.fields[role] == nil ? names[role].map { "\(role.rawValue) from `\($0)`" } : nil
        }
        if !found.isEmpty { guesses.insert("fields by name: \(found.joined(separator: ", "))", at: 0) }
    }
}
