import UsherCore

/// The couples' seats of a flat list: halves by kind (left beside right) or by a number that both halves share.
struct FlatPairs {
    var records: [LayoutValue]
    /// Where each record stands in the file.
    var places: [String]
    var cells: [GridCell]
    var names: [FlatOptions.Role: String]
    var told: [String: CellMeaning]
    /// The file's left is the hall's right.
    var isMirrored: Bool

    /// Whether the kinds are the letters of cinema systems: N, E, L, R, LK.
    static func isCoded(_ values: Set<String>) -> Bool {
        values.contains("N") && values.isSubset(of: ["N", "E", "L", "R", "LK", "S", ""])
    }

    /// Sets partners and kinds; halves without another are faults.
    func join(_ hall: inout Hall, _ faults: inout FaultList) {
        if names[.partner] != nil { return }
        bySide(&hall, &faults)
        byNumber(&hall, &faults)
    }

    private func bySide(_ hall: inout Hall, _ faults: inout FaultList) {
        guard let field = names[.kind] else { return }
        let isCoded = Self.isCoded(Set(records.compactMap { $0.at(field).string }))
        var sides: [GridCell: (index: Int, isLeft: Bool)] = [:]
        for (index, record) in records.enumerated() {
            guard let word = record.at(field).string, word.count > 1 || isCoded || told[word] != nil,
                let meaning = CellMeaning.word(word, told), meaning.place == .left || meaning.place == .right
            else { continue }
            sides[cells[index]] = (index, meaning.place == .left)
        }
        for (cell, half) in sides.sorted(by: { $0.value.index < $1.value.index }) {
            let step = half.isLeft != isMirrored ? 1 : -1
            guard let other = sides[cell + GridCell(row: 0, column: step)], other.isLeft != half.isLeft else {
                faults.add(
                    FilePlaces.cell(places[half.index], field),
                    "\(hall.seats[half.index].code) is the \(half.isLeft ? "left" : "right") half of a sofa without the other "
                        + "half beside it")
                continue
            }
            hall.seats[half.index].kind = .couple
            hall.seats[half.index].partner = hall.seats[other.index].code
        }
    }

    private func byNumber(_ hall: inout Hall, _ faults: inout FaultList) {
        guard let field = names[.pair] else { return }
        var groups: [String: [Int]] = [:]
        for (index, record) in records.enumerated() {
            if let value = record.at(field).string, !["", "0", "-1", "false"].contains(value) {
                groups[value, default: []].append(index)
            }
        }
        for (value, members) in groups.sorted(by: { $0.value[0] < $1.value[0] }) {
            guard members.count == 2 else {
                faults.add(
                    FilePlaces.cell(places[members[0]], field),
                    "the pair `\(value)` has \(CountText.of(members.count, "seat")); a pair has two")
                continue
            }
            for (one, other) in [(members[0], members[1]), (members[1], members[0])] {
                if hall.seats[one].kind == .standard { hall.seats[one].kind = .couple }
                hall.seats[one].partner = hall.seats[other].code
            }
        }
    }
}
