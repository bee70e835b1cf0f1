import UsherCore

/// Reads a grid of signs, one character a cell and one line a row, with a label before each row or without.
struct GridLines {
    /// A line as label and cells.
    private struct Line {
        var number: Int
        var text: [Character]
        var label = ""
        /// Where cells may begin.
        var start = 0
        /// The label is set off by a mark: `A: ooo`, `A | ooo`.
        var isMarked = false
    }

    private var lines: [Line]

    /// `lines` with their numbers in the file. Empty ones are empty rows.
    static func rows(_ lines: [(number: Int, text: Substring)], label: String) -> [GridRow] {
        var reader = GridLines(lines: lines.map { labelled(Line(number: $0.number, text: Array($0.text))) })
        let unmarked = reader.lines.filter { !$0.isMarked && !$0.label.isEmpty }
        if !unmarked.isEmpty, !areLabels(unmarked) {
            for index in reader.lines.indices where !reader.lines[index].isMarked {
                reader.lines[index].label = ""
                reader.lines[index].start = 0
            }
        }
        reader.align()
        return reader.rows(label)
    }

    private static func labelled(_ line: Line) -> Line {
        var line = line
        while let last = line.text.last, last.isWhitespace { line.text.removeLast() }
        if let mark = line.text.firstIndex(where: { $0 == ":" || $0 == "|" }), mark <= Limits.gridLabel {
            line.label = String(line.text[..<mark].filter { !$0.isWhitespace })
            line.start = mark + 1
            line.isMarked = true
            // A frame's right side.
            while line.text.count > line.start, let last = line.text.last, last.isWhitespace || last == "|" {
                line.text.removeLast()
            }
            return line
        }
        let first = line.text.firstIndex { !$0.isWhitespace } ?? line.text.count
        let end = line.text[first...].firstIndex(where: \.isWhitespace) ?? line.text.count
        line.label = String(line.text[first..<end])
        line.start = end
        return line
    }

    /// Whether the first words of lines are labels: all different, short, and not all made of signs.
    private static func areLabels(_ lines: [Line]) -> Bool {
        let labels = lines.map(\.label)
        guard labels.allSatisfy({ $0.count <= Limits.gridLabel }), Set(labels).count == labels.count,
            lines.contains(where: { $0.start < $0.text.count })
        else { return false }
        // `oo ooo` are seats with a gap, but a lone `L` or `R` among `A`, `B`, … is a row.
        return !labels.allSatisfy { $0.allSatisfy { CellMeaning.sign($0, [:]) != nil } }
            || labels.allSatisfy { $0.count == 1 } && labels.count > 1
    }

    /// Cells begin in one column of the file where labels of different lengths leave room for that, and blanks before
    /// all of them belong to the labels.
    private mutating func align() {
        let filled = lines.indices.filter { lines[$0].start < lines[$0].text.count }
        let common = filled.map { lines[$0].start }.max() ?? 0
        if filled.allSatisfy({
            lines[$0].text[lines[$0].start..<min(common, lines[$0].text.count)].allSatisfy(\.isWhitespace)
        }) {
            for index in filled { lines[index].start = min(common, lines[index].text.count) }
        }
        let blanks = filled.map { lines[$0].text[lines[$0].start...].prefix(while: \.isWhitespace).count }.min() ?? 0
        for index in filled where lines[index].isMarked || !lines[index].label.isEmpty { lines[index].start += blanks }
    }

    private func rows(_ label: String) -> [GridRow] {
        let isSpaced = isSpaced
        return lines.map { line in
            let position = "\(label) \(line.number)"
            var row = GridRow(label: line.label, isSigns: true, position: position)
            for index in line.text.indices.dropFirst(line.start) where !isSpaced || (index - line.start) % 2 == 0 {
                row.cells.append(
                    GridEntry(word: String(line.text[index]), position: "\(position), column \(index + 1)"))
            }
            return row
        }
    }

    /// Whether every second character is a blank everywhere: `o o o _ o`.
    private var isSpaced: Bool {
        var hasTwo = false
        for line in lines {
            for index in line.text.indices.dropFirst(line.start) where (index - line.start) % 2 == 1 {
                if !line.text[index].isWhitespace { return false }
                hasTwo = true
            }
        }
        return hasTwo
    }
}
