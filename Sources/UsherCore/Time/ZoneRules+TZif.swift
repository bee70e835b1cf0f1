// Zone files: TZif, RFC 9636.
extension ZoneRules {
    /// Reads a compiled zone file. Total: whatever the bytes are, it returns rules or throws. Zones that count leap
    /// seconds (`right/…`) are refused: their times are not ours.
    package init(tzif bytes: [UInt8]) throws(ZoneError) {
        guard bytes.count <= Limits.zoneFileBytes else { throw ZoneError("a file of \(bytes.count) bytes") }
        var reader = Reader(bytes: bytes)
        var header = try Header(&reader)
        var timeSize = 4
        if header.version >= 2 {
            // The first block is for readers of 32-bit times.
            try reader.skip(header.size(timeSize: 4))
            header = try Header(&reader)
            timeSize = 8
        }
        try self.init(header, timeSize: timeSize, &reader)
    }

    private init(_ header: Header, timeSize: Int, _ reader: inout Reader) throws(ZoneError) {
        guard header.leaps == 0 else { throw ZoneError("it counts leap seconds") }
        guard header.types > 0 else { throw ZoneError("it has no types") }
        guard reader.remaining >= header.size(timeSize: timeSize) else { throw ZoneError("it is cut") }
        var changes: [Int64] = []
        for _ in 0..<header.changes {
            let time = timeSize == 8 ? try reader.integer64() : Int64(try reader.integer32())
            if let last = changes.last, last >= time { throw ZoneError("its changes are not in order") }
            // So far from now that sums of times and offsets stay in range.
            guard (-Self.farthest...Self.farthest).contains(time) else { throw ZoneError("a change out of range") }
            changes.append(time)
        }
        var kinds: [Int] = []
        for _ in 0..<header.changes {
            let kind = Int(try reader.byte())
            guard kind < header.types else { throw ZoneError("a change to an unknown type") }
            kinds.append(kind)
        }
        var types: [Int64] = []
        for _ in 0..<header.types {
            let offset = try reader.integer32()
            guard abs(Int64(offset)) < Int64(Limits.zoneOffset) else { throw ZoneError("an offset out of range") }
            types.append(Int64(offset))
            // Whether it is summer, and its name: nobody asks.
            try reader.skip(2)
        }
        try reader.skip(header.characters + header.standards + header.universals)
        self.init(
            changes: changes, offsets: kinds.map { types[$0] }, firstOffset: types[0],
            footer: timeSize == 8 ? try reader.footer() : nil)
    }

    private static var farthest: Int64 { 1 << 60 }

    /// The counts that a block begins with.
    private struct Header {
        var version: UInt8
        var universals: Int
        var standards: Int
        var leaps: Int
        var changes: Int
        var types: Int
        var characters: Int

        init(_ reader: inout Reader) throws(ZoneError) {
            for expected in "TZif".utf8 where try reader.byte() != expected { throw ZoneError("it is no TZif file") }
            let version = try reader.byte()
            // An ASCII digit; NUL is version 1.
            self.version = version == 0 ? 1 : version &- UInt8(ascii: "0")
            try reader.skip(15)
            universals = try reader.count()
            standards = try reader.count()
            leaps = try reader.count()
            changes = try reader.count()
            types = try reader.count()
            characters = try reader.count()
        }

        /// Bytes of the block behind the header.
        func size(timeSize: Int) -> Int {
            changes * (timeSize + 1) + types * 6 + characters + leaps * (timeSize + 4) + standards + universals
        }
    }

    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        init(bytes: [UInt8]) {
            self.bytes = bytes
        }

        var remaining: Int { bytes.count - position }

        mutating func byte() throws(ZoneError) -> UInt8 {
            guard position < bytes.count else { throw ZoneError("it is cut") }
            position += 1
            return bytes[position - 1]
        }

        mutating func skip(_ count: Int) throws(ZoneError) {
            guard remaining >= count else { throw ZoneError("it is cut") }
            position += count
        }

        /// Big endian.
        mutating func integer32() throws(ZoneError) -> Int32 {
            var value: UInt32 = 0
            for _ in 0..<4 { value = value << 8 | UInt32(try byte()) }
            return Int32(bitPattern: value)
        }

        mutating func integer64() throws(ZoneError) -> Int64 {
            var value: UInt64 = 0
            for _ in 0..<8 { value = value << 8 | UInt64(try byte()) }
            return Int64(bitPattern: value)
        }

        /// Never more than there are bytes, so that sums of counts stay small.
        mutating func count() throws(ZoneError) -> Int {
            guard let count = Int(exactly: try integer32()), (0...bytes.count).contains(count) else {
                throw ZoneError("a count beyond its bytes")
            }
            return count
        }

        /// The text between two line ends; empty: there is no rule.
        mutating func footer() throws(ZoneError) -> ZoneFooter? {
            guard try byte() == UInt8(ascii: "\n") else { throw ZoneError("it has no footer") }
            let text = bytes[position...].prefix { $0 != UInt8(ascii: "\n") }
            guard text.endIndex < bytes.count else { throw ZoneError("its footer has no end") }
            return text.isEmpty ? nil : try ZoneFooter(text)
        }
    }
}
