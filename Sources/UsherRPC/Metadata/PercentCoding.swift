/// The coding of `grpc-message`: UTF-8 with `%XX` for everything but printable ASCII without `%`. Spaces at the ends are
/// escaped too: HTTP/2 forbids them there, and strict peers drop the connection.
public enum PercentCoding {
    private static let digits = Array("0123456789ABCDEF".utf8)

    public static func encode(_ text: String) -> String {
        var out: [UInt8] = []
        out.reserveCapacity(text.utf8.count)
        let last = text.utf8.count - 1
        for (at, byte) in text.utf8.enumerated() {
            let isOuterSpace = byte == UInt8(ascii: " ") && (at == 0 || at == last)
            if (0x20...0x7E).contains(byte), byte != UInt8(ascii: "%"), !isOuterSpace {
                out.append(byte)
            } else {
                out.append(UInt8(ascii: "%"))
                out.append(digits[Int(byte >> 4)])
                out.append(digits[Int(byte & 15)])
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Never fails: a broken escape stands for itself, bad UTF-8 is repaired.
    public static func decode(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var at = 0
        while at < bytes.count {
            if bytes[at] == UInt8(ascii: "%"), at + 2 < bytes.count, let high = nibble(bytes[at + 1]),
                let low = nibble(bytes[at + 2])
            {
                out.append(high << 4 | low)
                at += 3
            } else {
                out.append(bytes[at])
                at += 1
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static func nibble(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
