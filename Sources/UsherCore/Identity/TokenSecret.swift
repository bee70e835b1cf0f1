/// The unguessable part of a token: 128 random bits.
public struct TokenSecret: Sendable, Hashable {
    public var high: UInt64
    public var low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Compared in constant time: how long it takes tells nothing of where two secrets differ.
    func isSame(as other: TokenSecret) -> Bool {
        (high ^ other.high) | (low ^ other.low) == 0
    }
}
