extension UInt64 {
    /// All 64 bits as 16 lower-case hexadecimal digits: how epochs, lock secrets and request ids of ours are written.
    package var hexDigits: String {
        String(unsafeUninitializedCapacity: 16) { digits in
            for place in 0..<16 {
                let digit = UInt8(truncatingIfNeeded: self >> (60 - 4 * UInt64(place))) & 15
                digits[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            }
            return 16
        }
    }
}
