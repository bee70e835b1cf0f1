import UsherCore

/// One cabin of a Duffel seat map: rows of sections with aisles between them.
struct DuffelCabin {
    struct Element {
        var type: String
        var designator: String
        /// nil: the file does not say.
        var isOffered: Bool?
        /// What the file says of it in words: a name, characteristics, what a buyer has to be told.
        var remarks: [String] = []
        /// What it is offered for.
        var prices: [(amount: Double?, currency: String)] = []
        var path: String

        var isSeat: Bool { type == "seat" || type == "restricted_seat_general" }
        /// Takes a seat's width in its section.
        var isPlace: Bool { isSeat || type == "empty" || type == "bassinet" }
    }

    var name: String
    var deck: Int
    /// Rows of sections of elements, nose to tail.
    var rows: [[[Element]]]
    /// Places of each section: the most that a row has seats or empty places in.
    let widths: [Int]
    /// The letter of each place of each section.
    let letters: [[String]]

    init(_ cabin: LayoutValue, _ path: String, _ faults: inout FaultList) {
        name = cabin["cabin_class"].string ?? ""
        deck = Int(exactly: (cabin["deck"].double ?? 0).rounded()) ?? 0
        rows = []
        for (r, row) in cabin.records("rows", at: path, &faults).enumerated() {
            let rowPath = "\(path).rows[\(r)]"
            var sections: [[Element]] = []
            for (s, section) in row.records("sections", at: rowPath, &faults).enumerated() {
                let place = "\(rowPath).sections[\(s)]"
                let elements = section.records("elements", at: place, &faults)
                sections.append(
                    elements.enumerated().map { e, element in
                        Self.element(element, "\(place).elements[\(e)]", &faults)
                    })
            }
            rows.append(sections)
        }
        let count = rows.map(\.count).max() ?? 0
        let rows = rows
        let widths = (0..<count).map { section in
            rows.lazy.filter { $0.contains { $0.contains(where: \.isSeat) } && section < $0.count }
                .map { $0[section].count(where: \.isPlace) }.max() ?? 0
        }
        self.widths = widths
        letters = Self.letters(rows, widths)
    }

    private static func element(_ value: LayoutValue, _ path: String, _ faults: inout FaultList) -> Element {
        let type = value["type"].string ?? ""
        if type.isEmpty, value.isObject { faults.add("\(path).type", "needs the element's type, as seat or empty") }
        let services = value["available_services"].list
        return Element(
            type: type, designator: value["designator"].string ?? "", isOffered: services.map { !$0.isEmpty },
            remarks: remarks(value),
            prices: (services ?? []).map { ($0["total_amount"].double, $0["total_currency"].string ?? "") },
            path: path)
    }

    private static func remarks(_ value: LayoutValue) -> [String] {
        // Characteristics are words, codes, or records that name them.
        let traits = (value["seat_characteristics"].list ?? []).map {
            $0.string ?? $0["name"].string ?? $0["description"].string ?? $0["code"].string ?? $0["type"].string ?? ""
        }
        let found = [value["name"].string ?? ""] + traits + (value["disclosures"].list ?? []).compactMap(\.string)
        return found.filter { !$0.isEmpty }
    }

    /// What most full rows have at each place, the rest counted on.
    private static func letters(_ rows: [[[Element]]], _ widths: [Int]) -> [[String]] {
        var counts = widths.map { Array(repeating: [String: Int](), count: $0) }
        for row in rows {
            for (section, elements) in row.enumerated() {
                let places = elements.filter(\.isPlace)
                guard places.count == widths[section] else { continue }
                for (place, element) in places.enumerated() {
                    if let letter = CabinLetters.split(element.designator)?.letter {
                        counts[section][place][letter, default: 0] += 1
                    }
                }
            }
        }
        let known = counts.joined().map { $0.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key }
        var filled = CabinLetters.fill(Array(known))[...]
        return widths.map { width in
            let part = Array(filled.prefix(width))
            filled = filled.dropFirst(width)
            return part
        }
    }

    /// All places of a row and the aisles between its sections.
    var width: Int {
        // Sections at the end in which nobody sits have no aisle before them.
        let last = widths.lastIndex { $0 > 0 } ?? -1
        return widths.reduce(0, +) + max(0, last)
    }

    /// The column of each of a section's places within the cabin. Fewer than the section is wide stand at their letters,
    /// or else in its middle.
    func columns(_ elements: [Element], section: Int) -> [Int] {
        let start = widths.prefix(section).reduce(0) { $0 + $1 + 1 }
        let places = elements.filter(\.isPlace)
        let free = widths[section] - places.count
        guard free > 0 else { return places.indices.map { start + $0 } }
        let found = places.map {
            CabinLetters.split($0.designator).flatMap { letters[section].firstIndex(of: $0.letter) }
        }
        if found.allSatisfy({ $0 != nil }), zip(found, found.dropFirst()).allSatisfy({ ($0 ?? 0) < ($1 ?? 0) }) {
            return found.map { start + ($0 ?? 0) }
        }
        return places.indices.map { start + free / 2 + $0 }
    }

    /// The printed number of each row that has seats: what most of its designators say, else counted on from the row
    /// before where the next known number leaves room. nil where nothing tells.
    func numbers() -> [Int?] {
        var numbers = rows.map { row -> Int? in
            let found = row.joined().compactMap { $0.isSeat ? CabinLetters.split($0.designator)?.row : nil }
            let counts = Dictionary(found.map { ($0, 1) }, uniquingKeysWith: +)
            return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        }
        let seated = rows.indices.filter { rows[$0].joined().contains(where: \.isSeat) }
        for (order, row) in seated.enumerated() where numbers[row] == nil {
            guard order > 0, let before = numbers[seated[order - 1]] else { continue }
            let next = seated.dropFirst(order).lazy.compactMap { numbers[$0] }.first
            if next.map({ before + 1 < $0 }) ?? true { numbers[row] = before + 1 }
        }
        // Rows in front of the first number are counted down from it.
        for (order, row) in seated.enumerated().reversed() where numbers[row] == nil && order + 1 < seated.count {
            guard let after = numbers[seated[order + 1]], after > 1 else { continue }
            let taken = order > 0 ? numbers[seated[order - 1]] : nil
            if taken.map({ $0 < after - 1 }) ?? true { numbers[row] = after - 1 }
        }
        return numbers
    }
}
