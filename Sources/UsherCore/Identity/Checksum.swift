/// CRC-32C (Castagnoli), eight bytes a step: what stands at the end of every blob that is stored, by the gateway and by
/// clients.
package enum Checksum {
    /// `tables[k][b]` is the checksum's change by byte `b` followed by `k` zero bytes.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var value = UInt32(byte)
            for _ in 0..<8 { value = (value >> 1) ^ (value & 1 == 1 ? 0x82f6_3b78 : 0) }
            tables[byte] = value
        }
        for table in 1..<8 {
            for byte in 0..<256 {
                let previous = tables[(table - 1) * 256 + byte]
                tables[table * 256 + byte] = (previous >> 8) ^ tables[Int(previous & 0xff)]
            }
        }
        return tables
    }()

    package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        tables.withUnsafeBufferPointer { table in
            var crc: UInt32 = 0xffff_ffff
            var position = 0
            while position + 8 <= bytes.count {
                let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
                let mixed = word ^ UInt64(crc)
                crc =
                    table[7 * 256 + Int(mixed & 0xff)] ^ table[6 * 256 + Int(mixed >> 8 & 0xff)]
                    ^ table[5 * 256 + Int(mixed >> 16 & 0xff)] ^ table[4 * 256 + Int(mixed >> 24 & 0xff)]
                    ^ table[3 * 256 + Int(mixed >> 32 & 0xff)] ^ table[2 * 256 + Int(mixed >> 40 & 0xff)]
                    ^ table[256 + Int(mixed >> 48 & 0xff)] ^ table[Int(mixed >> 56)]
                position += 8
            }
            while position < bytes.count {
                crc = (crc >> 8) ^ table[Int((crc ^ UInt32(bytes[position])) & 0xff)]
                position += 1
            }
            return crc ^ 0xffff_ffff
        }
    }
}
