/// Writes JSON text.
enum JSONWriter {
    /// `level` nil: on one line, with a blank after commas and colons left out.
    static func write(_ value: JSONValue, _ level: Int?, _ out: inout [UInt8]) {
        switch value {
        case .null: out += "null".utf8
        case .bool(let flag): out += (flag ? "true" : "false").utf8
        case .number(let literal): out += literal.utf8
        case .string(let text): write(text, &out)
        case .array(let elements):
            list("[", "]", elements, level, &out) { element, level, out in write(element, level, &out) }
        case .object(let members):
            list("{", "}", members, level, &out) { member, level, out in
                write(member.key, &out)
                out += (level == nil ? ":" : ": ").utf8
                write(member.value, level, &out)
            }
        }
    }

    private static func list<Element>(
        _ open: String, _ close: String, _ elements: [Element], _ level: Int?, _ out: inout [UInt8],
        _ body: (Element, Int?, inout [UInt8]) -> Void
    ) {
        out += open.utf8
        let inner = level.map { $0 + 1 }
        for (index, element) in elements.enumerated() {
            if index > 0 { out += ",".utf8 }
            newLine(inner, &out)
            body(element, inner, &out)
        }
        if !elements.isEmpty { newLine(level, &out) }
        out += close.utf8
    }

    private static func newLine(_ level: Int?, _ out: inout [UInt8]) {
        guard let level else { return }
        out.append(UInt8(ascii: "\n"))
        out.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
    }

    private static func write(_ text: String, _ out: inout [UInt8]) {
        out.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                out.append(UInt8(ascii: "\\"))
                out.append(byte)
            case UInt8(ascii: "\n"): out += "\\n".utf8
            case UInt8(ascii: "\r"): out += "\\r".utf8
            case UInt8(ascii: "\t"): out += "\\t".utf8
            case 0..<0x20, 0x7f:
                out += "\\u00".utf8
                out.append(hex(byte >> 4))
                out.append(hex(byte & 15))
            default: out.append(byte)
            }
        }
        out.append(UInt8(ascii: "\""))
    }

    private static func hex(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
}
