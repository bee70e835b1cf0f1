/// Numbers and texts as `FocusTimerCodec` writes them.
struct FocusByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ byte: UInt8) { bytes.append(byte) }

    mutating func add(_ number: UInt32) {
        for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    mutating func add(_ number: Int64) {
        let bits = UInt64(bitPattern: number)
        for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
    }

    mutating func add(_ number: Int64?) {
        add(UInt8(number == nil ? 0 : 1))
        if let number { add(number) }
    }

    mutating func add(_ text: String) {
        add(UInt32(clamping: text.utf8.count))
        bytes += text.utf8
    }
}
