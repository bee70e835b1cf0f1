import UsherCore

/// Reads a grid from text: CSV with a cell a field, or lines of signs.
enum GridText {
    /// Whether a table's first line names fields of a list of seats: then it is a flat list, not a grid.
    static func namesFields(_ names: [String]) -> Bool {
        FlatFields.knownNames(names) > 1
    }

    static func rows(_ text: String) throws(ImportError) -> [GridRow] {
        // A CR and the LF behind it are one character.
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard lines.count <= Limits.gridLines else {
            throw ImportError("the file has \(lines.count) lines; a grid has at most \(Limits.gridSide) rows")
        }
        if let delimiter = delimiter(lines) { return try table(text, delimiter) }
        var kept: [(number: Int, text: Substring)] = []
        for (index, line) in lines.enumerated() {
            let start = line.drop { $0 == " " || $0 == "\u{FEFF}" }
            if start.first == "#" { continue }
            let trimmed = line.drop { $0 == "\u{FEFF}" }
            if let wide = wide(trimmed.count, "line \(index + 1)") { throw wide }
            kept.append((index + 1, trimmed.last == "/" ? trimmed.dropLast() : trimmed))
        }
        while let first = kept.first, first.text.allSatisfy(\.isWhitespace) { kept.removeFirst() }
        while let last = kept.last, last.text.allSatisfy(\.isWhitespace) { kept.removeLast() }
        return GridLines.rows(kept, label: "line")
    }

    private static func wide(_ count: Int, _ position: String) -> ImportError? {
        guard count > Limits.gridSide + Limits.gridLabel else { return nil }
        return ImportError("\(position) has \(count) cells; a hall has at most \(Limits.gridSide) columns")
    }

    /// The delimiter of a table; nil for lines of signs. Most lines of a table have the same number of them.
    private static func delimiter(_ lines: [Substring]) -> Unicode.Scalar? {
        let filled = lines.lazy.filter { line in !line.allSatisfy(\.isWhitespace) }.prefix(64)
        let candidates: [Unicode.Scalar] = [",", ";", "\t"]
        return candidates.first { candidate in
            filled.count { $0.unicodeScalars.contains(candidate) } * 2 > filled.count
        }
    }

    /// CSV: the first column holds labels if nothing in it is a cell.
    private static func table(_ text: String, _ delimiter: Unicode.Scalar) throws(ImportError) -> [GridRow] {
        var lines = try DelimitedText.lines(text, delimiter: delimiter)
        // A head of nothing but column numbers.
        if let head = lines.first, isHead(head.fields), lines.count > 1 { lines.removeFirst() }
        while let last = lines.last, last.fields.allSatisfy(\.isEmpty) { lines.removeLast() }
        let column = lines.map { $0.fields.first ?? "" }
        let rest = lines.flatMap { $0.fields.dropFirst() }
        let isLabelled = areLabels(column, rest)
        return lines.map { line in
            let position = "line \(line.number)"
            var row = GridRow(label: isLabelled ? line.fields.first ?? "" : "", position: position)
            for (place, field) in line.fields.enumerated() where place > 0 || !isLabelled {
                row.cells.append(Self.cell(field, "\(position), field \(place + 1)"))
            }
            return row
        }
    }

    /// `,1,2,3`, `row,1,2,3`: all numbers, each one more than the one before, and no cell.
    private static func isHead(_ fields: [String]) -> Bool {
        let numbers = fields.dropFirst().filter { !$0.isEmpty }.map { Int($0) }
        guard numbers.count > 1, !numbers.contains(nil), Int(fields.first ?? "") == nil else { return false }
        let first = (fields.first ?? "").lowercased()
        guard first.isEmpty || first.hasPrefix("row") || first == "reihe" || first == "#" else { return false }
        let found = numbers.compactMap(\.self)
        return zip(found, found.dropFirst()).allSatisfy { abs($1 - $0) == 1 }
    }

    /// Labels are different from each other, and where the other cells are words or numbers, they look otherwise.
    private static func areLabels(_ column: [String], _ rest: [String]) -> Bool {
        let labels = column.filter { !$0.isEmpty }
        guard labels.count > 1 || rest.count > 1, !labels.isEmpty, Set(labels).count == labels.count else {
            return false
        }
        let isLetters = labels.allSatisfy { $0.count <= Limits.gridLabel && $0.contains(where: \.isLetter) }
        if isLetters {
            // A column of words such as `seat`, `gap` is different from each other at most in halls of two rows.
            return !labels.allSatisfy { $0.count > 1 && CellMeaning.word($0, [:]) != nil }
        }
        // Numbers are labels beside cells that are no numbers.
        return labels.allSatisfy { Int($0) != nil } && !rest.contains { Int($0) != nil }
    }

    /// `12`, `L`, `left:12`, `W 3`.
    static func cell(_ text: String, _ position: String) -> GridEntry {
        let parts = text.split(maxSplits: 1) { $0 == ":" || $0 == " " }.map(String.init)
        if parts.count == 2, CellMeaning.word(parts[0], [:]) != nil {
            return GridEntry(word: parts[0], number: parts[1].drop { $0 == " " }.description, position: position)
        }
        return GridEntry(word: text, position: position)
    }
}
