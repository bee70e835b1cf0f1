/// A strict parser of one JSON text.
struct JSONParser {
    private let text: [UInt8]
    private var position = 0
    private var depth = 0

    init(_ text: [UInt8]) {
        self.text = text
    }

    mutating func whole() throws(WireError) -> JSONValue {
        let result = try value()
        skipBlanks()
        guard position == text.count else { throw fault("something behind the end") }
        return result
    }

    /// With line and column, both from 1, columns in bytes.
    private func fault(_ what: String) -> WireError {
        let before = text[..<min(position, text.count)]
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return WireError(.malformed, "line \(line), column \(before.count - lineStart + 1): \(what)")
    }

    private var current: UInt8? { position < text.count ? text[position] : nil }

    private mutating func skipBlanks() {
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position += 1
            default: return
            }
        }
    }

    private mutating func takes(_ character: Unicode.Scalar) -> Bool {
        guard current == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func value() throws(WireError) -> JSONValue {
        skipBlanks()
        switch current {
        case nil: throw fault("the text ends where a value is expected")
        case UInt8(ascii: "{"): return try nested { parser throws(WireError) in try parser.object() }
        case UInt8(ascii: "["): return try nested { parser throws(WireError) in try parser.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func nested(
        _ body: (inout JSONParser) throws(WireError) -> JSONValue
    ) throws(WireError) -> JSONValue {
        guard depth < Limits.jsonDepth else { throw fault("nested more than \(Limits.jsonDepth) deep") }
        depth += 1
        defer { depth -= 1 }
        position += 1
        return try body(&self)
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(WireError) -> JSONValue {
        let count = word.utf8CodeUnitCount
        let matches = word.withUTF8Buffer { text[position...].starts(with: $0) }
        guard matches else { throw fault("not a value") }
        position += count
        return value
    }

    private mutating func array() throws(WireError) -> JSONValue {
        var elements: [JSONValue] = []
        skipBlanks()
        if takes("]") { return .array(elements) }
        while true {
            elements.append(try value())
            skipBlanks()
            if takes("]") { return .array(elements) }
            guard takes(",") else { throw fault("',' or ']' is expected") }
        }
    }

    private mutating func object() throws(WireError) -> JSONValue {
        var members: [JSONValue.Member] = []
        skipBlanks()
        if takes("}") { return .object(members) }
        while true {
            skipBlanks()
            guard current == UInt8(ascii: "\"") else { throw fault("a member's name is expected") }
            let key = try string()
            skipBlanks()
            guard takes(":") else { throw fault("':' is expected") }
            members.append(JSONValue.Member(key, try value()))
            skipBlanks()
            if takes("}") { return .object(members) }
            guard takes(",") else { throw fault("',' or '}' is expected") }
        }
    }

    private mutating func number() throws(WireError) -> String {
        let start = position
        _ = takes("-")
        guard let first = current, isDigit(first) else { throw fault("not a value") }
        if !takes("0") { digits() }
        if takes(".") {
            guard let next = current, isDigit(next) else { throw fault("a digit is expected") }
            digits()
        }
        if takes("e") || takes("E") {
            if !takes("+") { _ = takes("-") }
            guard let next = current, isDigit(next) else { throw fault("a digit is expected") }
            digits()
        }
        return String(decoding: text[start..<position], as: UTF8.self)
    }

    private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private mutating func digits() {
        while let byte = current, isDigit(byte) { position += 1 }
    }
}

extension JSONParser {
    fileprivate mutating func string() throws(WireError) -> String {
        position += 1
        var content: [UInt8] = []
        var start = position
        while true {
            guard let byte = current else { throw fault("the text ends inside a string") }
            switch byte {
            case UInt8(ascii: "\""):
                content += text[start..<position]
                guard let string = String(validating: content, as: UTF8.self) else {
                    throw fault("a string that is not UTF-8")
                }
                position += 1
                return string
            case UInt8(ascii: "\\"):
                content += text[start..<position]
                position += 1
                try escape(&content)
                start = position
            case 0..<0x20: throw fault("a control character inside a string")
            default: position += 1
            }
        }
    }

    private mutating func escape(_ content: inout [UInt8]) throws(WireError) {
        guard let byte = current else { throw fault("the text ends inside a string") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
        case UInt8(ascii: "b"): content.append(8)
        case UInt8(ascii: "f"): content.append(12)
        case UInt8(ascii: "n"): content.append(10)
        case UInt8(ascii: "r"): content.append(13)
        case UInt8(ascii: "t"): content.append(9)
        case UInt8(ascii: "u"): content += String(Character(try scalar())).utf8
        default: throw fault("an unknown escape")
        }
    }

    /// After `\u`: one scalar, by way of a surrogate pair where it needs one.
    private mutating func scalar() throws(WireError) -> Unicode.Scalar {
        let first = try unit()
        if let scalar = Unicode.Scalar(UInt32(first)) { return scalar }
        guard first < 0xdc00, takes("\\"), takes("u") else { throw fault("half a surrogate pair") }
        let second = try unit()
        guard (0xdc00...0xdfff).contains(second) else { throw fault("half a surrogate pair") }
        let value = 0x10000 + (UInt32(first) - 0xd800) << 10 + (UInt32(second) - 0xdc00)
        guard let scalar = Unicode.Scalar(value) else { throw fault("half a surrogate pair") }
        return scalar
    }

    private mutating func unit() throws(WireError) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw fault("four hexadecimal digits are expected")
            }
            value = value << 4 | UInt16(digit)
            position += 1
        }
        return value
    }
}
