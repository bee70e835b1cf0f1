/// Header blocks of a load's requests. Like any client's, they name the fields once and refer to them from then on.
struct RequestHeaders {
    /// Fields that were named, in order; the newest has index 62 of HPACK.
    private var named = 0
    private var places: [Int?]
    private let authority: String
    private var usesTable = true
    private var saysSize = false

    private enum Field {
        static let authority = LoadMethod.allCases.count
        static let contentType = authority + 1
        static let trailers = authority + 2
        static let count = authority + 3
    }

    init(authority: String) {
        self.authority = authority
        places = [Int?](repeating: nil, count: Field.count)
    }

    /// What the server's SETTINGS say. Before the first block.
    mutating func limitTable(to bytes: Int) {
        // All our fields take some 600 bytes.
        guard bytes < Limits.loadHeaderTable else { return }
        usesTable = false
        saysSize = bytes < 4_096
    }

    /// Adds the block of a call.
    mutating func write(_ method: LoadMethod, to bytes: inout [UInt8]) {
        if saysSize {
            bytes.append(0x20)
            saysSize = false
        }
        // :method POST, :scheme http
        bytes.append(0x83)
        bytes.append(0x86)
        write(method.rawValue, name: 4, method.path, &bytes)
        write(Field.authority, name: 1, authority, &bytes)
        write(Field.contentType, name: 31, "application/grpc", &bytes)
        write(Field.trailers, name: 0, "trailers", &bytes)
    }

    /// `name` is its index in HPACK's static table, or 0 for `te`, which has none.
    private mutating func write(_ field: Int, name: UInt8, _ value: String, _ bytes: inout [UInt8]) {
        if let place = places[field] {
            bytes.append(0x80 | UInt8(62 + named - 1 - place))
            return
        }
        if usesTable {
            bytes.append(0x40 | name)
            places[field] = named
            named += 1
        } else if name < 15 {
            bytes.append(name)
        } else {
            bytes.append(15)
            bytes.append(name - 15)
        }
        if name == 0 { Self.write("te", &bytes) }
        Self.write(value, &bytes)
    }

    /// All of them are shorter than 127 bytes.
    private static func write(_ text: String, _ bytes: inout [UInt8]) {
        bytes.append(UInt8(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }
}
