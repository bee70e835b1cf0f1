/// The JSON of a hall as a file that people can look at and compare.
enum HallText {
    /// Breaks one line of JSON after each member of the hall and each item of its lists, and ends with a line feed.
    static func lines(_ json: String) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(json.utf8.count * 5 / 4)
        var depth = 0
        var isText = false
        var isEscaped = false
        func line(_ indent: Int) {
            result.append(UInt8(ascii: "\n"))
            result.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * indent))
        }
        for byte in json.utf8 {
            if isText {
                result.append(byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""):
                isText = true
                result.append(byte)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                result.append(byte)
                if depth == 1 || depth == 2 && byte == UInt8(ascii: "[") { line(depth) }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 || depth == 1 && byte == UInt8(ascii: "]") { line(depth) }
                result.append(byte)
            case UInt8(ascii: ","):
                result.append(byte)
                if depth <= 2 { line(depth) } else { result.append(UInt8(ascii: " ")) }
            default: result.append(byte)
            }
        }
        result.append(UInt8(ascii: "\n"))
        return String(decoding: result, as: UTF8.self)
    }
}
