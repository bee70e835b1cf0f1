/// A 128-bit FNV-1a digest of a request's content: stable over runs and versions, for telling a repeat from a reuse.
/// It guards a partner against their own mistake, not against an attacker.
public struct ContentDigest: Sendable, Hashable {
    public private(set) var value: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d

    public init() {}

    /// From storage.
    public init(value: UInt128) {
        self.value = value
    }

    private mutating func add(byte: UInt8) {
        value = (value ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b
    }

    /// Adds a number, eight bytes.
    public mutating func add(_ number: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) { add(byte: UInt8(truncatingIfNeeded: number >> shift)) }
    }

    /// Adds a text with its length, so that neighbours do not run together.
    public mutating func add(_ text: String) {
        add(UInt64(text.utf8.count))
        for byte in text.utf8 { add(byte: byte) }
    }
}
