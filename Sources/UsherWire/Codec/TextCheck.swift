/// What a string on the wire may be: UTF-8 without control characters.
enum TextCheck {
    /// What is wrong with it, or nil.
    static func complaint(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        // Most strings are plain ASCII: one look at each byte.
        var plain = true
        for byte in bytes where byte < 0x20 || byte >= 0x7f {
            plain = false
            break
        }
        return plain ? nil : slowComplaint(bytes)
    }

    private static func slowComplaint(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        while true {
            switch decoder.decode(&iterator) {
            case .emptyInput: return nil
            case .error: return "is not valid UTF-8"
            case .scalarValue(let scalar):
                if scalar.value == 0 { return "contains a NUL character" }
                if scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value) {
                    return "contains the control character U+\(hex(scalar.value))"
                }
            }
        }
    }

    private static func hex(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
