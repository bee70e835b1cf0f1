/// Comparing header fields as bytes, without making strings of them.
enum FieldBytes {
    static func areEqual(_ bytes: UnsafeBufferPointer<UInt8>, _ other: [UInt8]) -> Bool {
        other.withUnsafeBufferPointer { areEqual(bytes, $0) }
    }

    static func areEqual(_ bytes: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count == other.count else { return false }
        for index in 0..<bytes.count where bytes[index] != other[index] { return false }
        return true
    }

    static func areEqual(_ bytes: UnsafeBufferPointer<UInt8>, _ text: StaticString) -> Bool {
        areEqual(bytes, UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}
