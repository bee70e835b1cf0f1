extension UInt64 {
    /// All 64 bits as 16 lower-case hexadecimal digits: how epochs, lock secrets and request ids of ours are written.
    package var hexDigits: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
