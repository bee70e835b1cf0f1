import UsherCore

/// A CSV document (RFC 4180): quoted fields, doubled quotes, line breaks in quotes. The delimiter is the one of comma,
/// semicolon and tab that the first line has most of.
enum DelimitedText {
    /// A record of a table.
    struct Line: Equatable {
        /// The line of the file on which it begins, from 1 on.
        var number: Int
        var fields: [String]
    }

    /// Records by the names of the first line. Throws if a quote is left open, if two columns have one name, and with
    /// every line that has more fields than names.
    static func read(_ text: String) throws(ImportError) -> RecordList {
        let table = try split(text, delimiter(Substring(text).unicodeScalars))
        var lines = table.lines.filter { $0.fields != [""] }
        guard table.beyond == 0 else { throw tooMany(lines.count - 1 + table.beyond) }
        guard !lines.isEmpty else { return RecordList() }
        let names = try names(lines.removeFirst())
        var list = RecordList()
        var faults = FaultList()
        for line in lines {
            if line.fields.dropFirst(names.count).contains(where: { !$0.isEmpty }) {
                faults.add(
                    "line \(line.number)", "has \(line.fields.count) fields; the first line names \(names.count)")
            }
            var members = [String: LayoutValue]()
            for (name, field) in zip(names, line.fields) where !field.isEmpty { members[name] = .text(field) }
            list.items.append(.object(members))
            list.lines.append(line.number)
        }
        guard faults.isEmpty else { throw ImportError("the list cannot be read", faults: faults.all) }
        return list
    }

    /// The refusal of a list with so many records.
    static func tooMany(_ count: Int) -> ImportError {
        ImportError("the list has \(count) records; a hall has at most \(Limits.seats) seats")
    }

    /// One name a column. Columns without a name are called by their places, so that what stands in them can be told.
    private static func names(_ head: Line) throws(ImportError) -> [String] {
        var places = [String: Int]()
        var faults = FaultList()
        let names = head.fields.enumerated().map { $1.isEmpty ? "column \($0 + 1)" : $1 }
        for (place, name) in names.enumerated() {
            if let first = places[name] {
                faults.add(
                    "line \(head.number), column `\(name)`",
                    "is the name of fields \(first + 1) and \(place + 1): only one of them could be kept")
            } else {
                places[name] = place
            }
        }
        guard faults.isEmpty else { throw ImportError("two columns have one name", faults: faults.all) }
        return names
    }

    /// All lines, their fields without blanks at the ends.
    static func lines(_ text: String, delimiter: Unicode.Scalar) throws(ImportError) -> [Line] {
        let table = try split(text, delimiter)
        guard table.beyond == 0 else { throw ImportError("the file has more than \(Limits.csvLines) lines") }
        return table.lines
    }

    /// The fields of the first line, quotes left out.
    static func names(_ text: String) -> [String] {
        let first = text.unicodeScalars.drop { $0 == "\u{FEFF}" }.prefix { $0 != "\n" && $0 != "\r" }
        let delimiter = delimiter(first)
        return first.prefix(Limits.csvLine).split(separator: delimiter).map { field in
            String(String.UnicodeScalarView(field.filter { $0 != "\"" })).trimmed
        }
    }

    private static func delimiter(_ text: Substring.UnicodeScalarView) -> Unicode.Scalar {
        let first = text.prefix { $0 != "\n" }
        let candidates: [Unicode.Scalar] = [",", ";", "\t"]
        return candidates.max { one, other in
            first.count { $0 == one } < first.count { $0 == other }
        } ?? ","
    }

    private static func split(
        _ text: String, _ delimiter: Unicode.Scalar
    ) throws(ImportError) -> (lines: [Line], beyond: Int) {
        var reader = Reader(text: Array(text.unicodeScalars.drop { $0 == "\u{FEFF}" }), delimiter: delimiter)
        while reader.index < reader.text.count { try reader.next() }
        guard reader.quote == nil else {
            throw ImportError(
                "a quote is never closed",
                faults: [
                    FieldFault(
                        "line \(reader.quote ?? 1), field \(reader.fields.count + 1)",
                        "the quote that opens here has no end in the file")
                ])
        }
        if !reader.field.isEmpty || !reader.fields.isEmpty { reader.endRecord() }
        return (reader.lines, reader.beyond)
    }

    /// What has been read of a table.
    private struct Reader {
        let text: [Unicode.Scalar]
        let delimiter: Unicode.Scalar
        var index = 0
        var lines: [Line] = []
        /// Filled lines that there was no room for.
        var beyond = 0
        var fields: [String] = []
        var field = String.UnicodeScalarView()
        /// The line on which the quote opened that is not closed yet.
        var quote: Int?
        /// The line of the file that is read, and the one on which its record began.
        private var line = 1
        private var start = 1

        init(text: [Unicode.Scalar], delimiter: Unicode.Scalar) {
            self.text = text
            self.delimiter = delimiter
        }

        mutating func next() throws(ImportError) {
            let scalar = text[index]
            index += 1
            let isPair = scalar == "\r" && index < text.count && text[index] == "\n"
            let isEnd = (scalar == "\n" || scalar == "\r") && !isPair
            if isEnd { line += 1 }
            if quote != nil {
                if scalar != "\"" {
                    field.append(scalar)
                } else if index < text.count, text[index] == "\"" {
                    field.append(scalar)
                    index += 1
                } else {
                    quote = nil
                }
            } else if scalar == "\"", field.isEmpty {
                quote = line
            } else if scalar == delimiter {
                fields.append(String(field).trimmed)
                field = .init()
                guard fields.count <= Limits.csvFields else {
                    throw ImportError("line \(start) has more than \(Limits.csvFields) fields")
                }
            } else if isEnd {
                endRecord()
            } else if !isPair {
                field.append(scalar)
            }
        }

        mutating func endRecord() {
            fields.append(String(field).trimmed)
            if lines.count < Limits.csvLines {
                lines.append(Line(number: start, fields: fields))
            } else if fields != [""] {
                beyond += 1
            }
            fields = []
            field = .init()
            start = line
        }
    }
}

extension String {
    /// Without blanks at both ends.
    fileprivate var trimmed: String {
        String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
