import Foundation

/// A layout file's bytes: what they are, and whether they may be handed to a parser that builds everything in memory.
struct LayoutBytes {
    enum Kind {
        case json
        case propertyList
        case text(String)
    }

    let data: Data
    let kind: Kind

    init(_ file: Data) throws(ImportError) {
        guard file.count <= Limits.importBytes else {
            throw ImportError("the file has \(file.count) bytes; at most \(Limits.importBytes) are read")
        }
        let data = try Self.utf8(file)
        let first = data.prefix(512).first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard let first else { throw ImportError("the file is empty") }
        self.data = data
        if let advice = Self.foreign(data) { throw ImportError(advice) }
        if first == UInt8(ascii: "<") {
            kind = .propertyList
            try Self.checkMarkup(data)
        } else if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") && !Self.isLines(data) {
            kind = .json
            try Self.checkJSON(data)
        } else {
            kind = .text(try Self.text(data))
        }
    }

    /// UTF-16 with its mark, as spreadsheets write "Unicode text", becomes UTF-8; a mark of UTF-8 is left out.
    private static func utf8(_ file: Data) throws(ImportError) -> Data {
        if file.starts(with: [0xEF, 0xBB, 0xBF]) { return Data(file.dropFirst(3)) }
        guard file.starts(with: [0xFF, 0xFE]) || file.starts(with: [0xFE, 0xFF]) else { return file }
        guard let text = String(data: file, encoding: .utf16) else {
            throw ImportError("the file begins as UTF-16 and is none: save it as UTF-8")
        }
        return Data(text.drop { $0 == "\u{FEFF}" }.utf8)
    }

    /// Files of other kinds by how they begin, and what to do about them.
    private static let signatures: [(start: [UInt8], advice: String)] = [
        // One may name a list twice in each of forty lists, and parsers build all of them before they return.
        (Array("bplist".utf8), "a binary property list: convert it (plutil -convert xml1) and import that"),
        ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive, as spreadsheets are: save the sheet as CSV UTF-8 and import that"),
        ([0xD0, 0xCF, 0x11, 0xE0], "an old office document: save the sheet as CSV UTF-8 and import that"),
        ([0x1F, 0x8B], "packed by gzip: unpack it and import what is in it"),
        ([0x89, 0x50, 0x4E, 0x47], "a picture, and no layout"), ([0xFF, 0xD8, 0xFF], "a picture, and no layout"),
        (Array("GIF8".utf8), "a picture, and no layout"), (Array("%PDF".utf8), "a PDF, and no layout"),
        (Array("SQLite format 3".utf8), "a database, and no layout"),
        ([0x7F, 0x45, 0x4C, 0x46], "a program, and no layout"),
    ]

    /// What is wrong with bytes that are no text at all; nil for those that may be one.
    private static func foreign(_ data: Data) -> String? {
        if let known = signatures.first(where: { data.starts(with: $0.start) }) { return "the file is \(known.advice)" }
        guard let strange = data.prefix(Limits.binaryProbe).firstIndex(where: { isControl($0) }) else { return nil }
        let byte = String(data[strange], radix: 16)
        let advice = data[strange] == 0 ? " (UTF-16 needs its mark at the beginning: save it as UTF-8)" : ""
        return
            "the file is binary, neither JSON, a property list nor text: its byte \(strange - data.startIndex + 1) is "
            + "0x\(byte.count < 2 ? "0" : "")\(byte)\(advice)"
    }

    /// No text has it: control characters but tabs, line ends, form feeds and the end of file that old systems write.
    private static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && ![0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x1A].contains(byte)
    }

    private static func text(_ data: Data) throws(ImportError) -> String {
        try checkLines(data)
        if let text = String(data: data, encoding: .utf8) {
            guard !text.unicodeScalars.contains("\0") else {
                throw ImportError("the file is neither JSON, a property list nor text: it holds zero bytes")
            }
            return text
        }
        var line = 1
        var rest = data[...]
        while let end = rest.firstIndex(of: 0x0A), String(data: rest[..<end], encoding: .utf8) != nil {
            line += 1
            rest = rest[(end + 1)...]
        }
        throw ImportError("line \(line) is no UTF-8: save the file as UTF-8 (spreadsheets call it CSV UTF-8)")
    }

    /// No line is longer than a row of any hall, whatever stands in its cells.
    private static func checkLines(_ data: Data) throws(ImportError) {
        var line = 1
        var length = 0
        var long: Int?
        data.withUnsafeBytes { bytes in
            for byte in bytes where long == nil {
                length += 1
                if length > Limits.csvLine { long = line }
                if byte == 0x0A { line += 1 }
                if byte == 0x0A || byte == 0x0D { length = 0 }
            }
        }
        if let long { throw ImportError("line \(long) is longer than \(Limits.csvLine) bytes; no row of a hall is") }
    }

    /// A grid whose first sign is `[`, the left half of a sofa: JSON has a value, a quote or a bracket after it.
    private static func isLines(_ data: Data) -> Bool {
        let line = data.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }.prefix { $0 != 0x0A && $0 != 0x0D }
        let signs = Array("[]()<>oOsSnN_.-xXwWcCr LR".utf8)
        return line.count > 1 && line.count < 4_096 && line.allSatisfy { signs.contains($0) } && line.contains(0x5D)
            && line.contains { !Array("[] ".utf8).contains($0) }
    }

    /// Not deeper than parsers go, and not more values than a hall's file has.
    private static func checkJSON(_ data: Data) throws(ImportError) {
        var depth = 0
        var deepest = 0
        var values = 0
        var isText = false
        var isEscaped = false
        data.withUnsafeBytes { bytes in
            for byte in bytes {
                if isText {
                    if isEscaped {
                        isEscaped = false
                    } else if byte == 0x5C {
                        isEscaped = true
                    } else if byte == 0x22 {
                        isText = false
                    }
                    continue
                }
                switch byte {
                case 0x22: isText = true
                case 0x5B, 0x7B:
                    depth += 1
                    deepest = max(deepest, depth)
                case 0x5D, 0x7D: depth -= 1
                case 0x2C: values += 1
                default: break
                }
            }
        }
        try check(deepest, values)
    }

    /// The first element says what kind of document it is.
    private static func checkRoot(_ data: Data) throws(ImportError) {
        var rest = data[...]
        while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(open + 1)...]
            if rest.starts(with: Array("!--".utf8)) {
                rest = rest.range(of: Data("-->".utf8)).map { rest[$0.upperBound...] } ?? Data()
                continue
            }
            if let next = rest.first, next == UInt8(ascii: "!") || next == UInt8(ascii: "?") { continue }
            let name = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
            let root = String(decoding: name.prefix(32), as: UTF8.self)
            guard root.lowercased() != "plist" else { return }
            throw ImportError("the file is markup that begins with <\(root)>, and no property list")
        }
    }

    private static func checkMarkup(_ data: Data) throws(ImportError) {
        try checkRoot(data)
        var depth = 0
        var deepest = 0
        var values = 0
        data.withUnsafeBytes { bytes in
            var previous: UInt8 = 0
            var isOpen = false
            for byte in bytes {
                if previous == UInt8(ascii: "<") {
                    values += 1
                    isOpen = byte != UInt8(ascii: "/") && byte != UInt8(ascii: "?") && byte != UInt8(ascii: "!")
                    if byte == UInt8(ascii: "/") { depth -= 1 }
                }
                if byte == UInt8(ascii: ">"), isOpen {
                    if previous != UInt8(ascii: "/") { depth += 1 }
                    deepest = max(deepest, depth)
                    isOpen = false
                }
                previous = byte
            }
        }
        // A seat's member is four tags: the key's and the value's.
        try check(deepest, values / 4)
    }

    private static func check(_ depth: Int, _ values: Int) throws(ImportError) {
        guard depth <= Limits.importDepth else {
            throw ImportError("the file is nested \(depth) deep; at most \(Limits.importDepth) levels are read")
        }
        guard values <= Limits.importValues else {
            throw ImportError("the file has \(values) values; a hall of \(Limits.seats) seats needs far fewer")
        }
    }
}
