/// A CSV document (RFC 4180): quoted fields, doubled quotes, line breaks in quotes. The delimiter is the one of comma,
/// semicolon and tab that the first line has most of.
enum DelimitedText {
    /// Records by the names of the first line. Throws if a quote is left open or a line has more fields than names.
    static func read(_ text: String) throws(ImportError) -> [LayoutValue] {
        var lines = try lines(text, delimiter: delimiter(Substring(text).unicodeScalars)).filter { $0 != [""] }
        guard !lines.isEmpty else { return [] }
        let names = lines.removeFirst()
        var records: [LayoutValue] = []
        for (index, fields) in lines.enumerated() {
            guard fields.count <= names.count else {
                throw ImportError("record \(index + 2) has \(fields.count) fields, the first line names \(names.count)")
            }
            var members = [String: LayoutValue]()
            for (name, field) in zip(names, fields) where !field.isEmpty { members[name] = .text(field) }
            records.append(.object(members))
        }
        return records
    }

    /// The fields of all lines, without blanks at their ends.
    static func lines(_ text: String, delimiter: Unicode.Scalar) throws(ImportError) -> [[String]] {
        let scalars = Array(text.unicodeScalars.drop { $0 == "\u{FEFF}" })
        return try split(scalars, delimiter).map { $0.map(\.trimmed) }
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
        _ text: [Unicode.Scalar], _ delimiter: Unicode.Scalar
    ) throws(ImportError) -> [[String]] {
        var lines: [[String]] = []
        var line: [String] = []
        var field = String.UnicodeScalarView()
        var isQuoted = false
        var index = 0
        while index < text.count {
            let scalar = text[index]
            index += 1
            if isQuoted {
                if scalar != "\"" {
                    field.append(scalar)
                } else if index < text.count, text[index] == "\"" {
                    field.append(scalar)
                    index += 1
                } else {
                    isQuoted = false
                }
            } else if scalar == "\"", field.isEmpty {
                isQuoted = true
            } else if scalar == delimiter {
                line.append(String(field))
                field = .init()
                guard line.count <= Limits.csvFields else {
                    throw ImportError("line \(lines.count + 1) has more than \(Limits.csvFields) fields")
                }
            } else if scalar == "\n" || scalar == "\r" {
                if scalar == "\r", index < text.count, text[index] == "\n" { index += 1 }
                guard lines.count < Limits.csvLines else {
                    throw ImportError("the file has more than \(Limits.csvLines) lines")
                }
                lines.append(line + [String(field)])
                line = []
                field = .init()
            } else {
                field.append(scalar)
            }
        }
        if isQuoted { throw ImportError("a quoted field is not closed") }
        if !field.isEmpty || !line.isEmpty { lines.append(line + [String(field)]) }
        return lines
    }
}

extension String {
    /// Without blanks at both ends.
    fileprivate var trimmed: String {
        String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
