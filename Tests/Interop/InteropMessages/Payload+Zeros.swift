import Glibc

extension Payload {
    /// The largest payload that the test server makes; the official cases need 314,159 bytes.
    public static let largest = 8 << 20

    /// `count` zero bytes of the only type that there is.
    public static func zeros(_ count: Int) -> Payload {
        Payload(
            body: [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                buffer.initialize(repeating: 0)
                initialized = count
            })
    }

    /// True if these are `count` zero bytes.
    public func isZeros(_ count: Int) -> Bool {
        guard type == 0, body.count == count else { return false }
        return Payload.zeros(count).body.withUnsafeBytes { zeros in
            // One call for all: loops over bytes are slow in debug builds.
            body.withUnsafeBytes { count == 0 || memcmp($0.baseAddress!, zeros.baseAddress!, count) == 0 }
        }
    }
}
