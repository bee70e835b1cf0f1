import UsherCore

/// Where a listing goes on: opaque to callers, checked when it comes back.
struct PageToken: Equatable {
    /// Which listing it belongs to, its filter included.
    var listing: String
    var number: UInt64 = 0
    var text = ""

    init(listing: String, number: UInt64 = 0, text: String = "") {
        self.listing = listing
        self.number = number
        self.text = text
    }

    /// nil if it is none of ours, or another listing's. "" is the beginning.
    init?(_ token: String, listing: String) {
        self.init(listing: "")
        guard !token.isEmpty else {
            self.listing = listing
            return
        }
        guard token.utf8.count <= Limits.pageTokenBytes, let blob = Self.bytes(hex: token) else { return nil }
        do {
            self = try FieldReader.open(blob) { (reader) throws(CodecError) in
                var read = PageToken(listing: "")
                while let (tag, value) = try reader.next() {
                    switch tag {
                    case 1: read.listing = try value.text()
                    case 2: read.number = try value.number()
                    case 3: read.text = try value.text()
                    default: break
                    }
                }
                return read
            }
        } catch {
            return nil
        }
        guard self.listing == listing else { return nil }
    }

    var string: String {
        let blob = FieldWriter.sealed {
            $0.field(1, listing)
            $0.field(2, number)
            $0.field(3, text)
        }
        let digits = Array("0123456789abcdef".utf8)
        var characters: [UInt8] = []
        for byte in blob {
            characters.append(digits[Int(byte >> 4)])
            characters.append(digits[Int(byte & 15)])
        }
        return String(decoding: characters, as: UTF8.self)
    }

    private static func bytes(hex: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in hex.utf8 {
            let digit: UInt8
            switch character {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = character - UInt8(ascii: "a") + 10
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return high == nil ? bytes : nil
    }

    static let fault = Refusal.fields([
        FieldFault("page_token", "is not one that this listing gave; begin again without it")
    ])
}
