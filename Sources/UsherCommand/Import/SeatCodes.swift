/// Gives every seat a code that is unique in its hall. A vendor's id is used where no other seat has it; seats that
/// share one all get `section-row-number-ordinal`, because nobody can tell which of them the id was meant for, and so does
/// one whose id is no code.
enum SeatCodes {
    struct Source {
        var id: String
        var section: String
        var row: String
        var number: String
    }

    /// The codes of `sources`, in their order; duplicates and replaced ids are told in the report.
    static func make(_ sources: [Source], _ report: inout ImportReport) -> [String] {
        var counts = [String: Int]()
        var order = [String]()
        for source in sources where !source.id.isEmpty {
            if counts[source.id] == nil { order.append(source.id) }
            counts[source.id, default: 0] += 1
        }
        var used = Set(sources.lazy.map(\.id).filter { counts[$0] == 1 }.map(clean))
        var ordinals = [String: Int]()
        var replaced: [(id: String, code: String)] = []
        var codes: [String] = []
        codes.reserveCapacity(sources.count)
        for source in sources {
            let isAlone = counts[source.id] == 1
            if isAlone, clean(source.id) == source.id {
                codes.append(source.id)
                continue
            }
            let stem = [source.section, source.row, source.number].filter { !$0.isEmpty }.joined(separator: "-")
            let base = clean(stem.isEmpty ? "seat" : stem, room: 12)
            let code = unused(base, &ordinals, &used)
            if isAlone { replaced.append((source.id, code)) }
            codes.append(code)
        }
        if let first = replaced.first {
            report.notes.append(
                "\(CountText.of(replaced.count, "id")) of the file cannot be seat codes (up to 64 characters, no "
                    + "control characters) and are replaced: `\(String(first.id.prefix(24)))` is `\(first.code)` here")
        }
        report.duplicates = order.compactMap { id -> ImportReport.Duplicate? in
            let seats = counts[id] ?? 0
            return seats > 1 ? ImportReport.Duplicate(id: id, seats: seats) : nil
        }
        return codes
    }

    /// `base` with the next ordinal that gives a code which no seat has.
    private static func unused(_ base: String, _ ordinals: inout [String: Int], _ used: inout Set<String>) -> String {
        while true {
            let ordinal = (ordinals[base] ?? 0) + 1
            ordinals[base] = ordinal
            let code = "\(base)-\(ordinal)"
            if used.insert(code).inserted { return code }
        }
    }

    /// Without control characters, blanks as `_`, and short enough to leave `room` characters of the contract's 64.
    private static func clean(_ text: String, room: Int) -> String {
        clean(String(text.map { $0 == " " ? "_" : $0 }.prefix(64 - room)))
    }

    private static func clean(_ text: String) -> String {
        let scalars = text.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }
        return String(String(String.UnicodeScalarView(scalars)).prefix(64))
    }
}
