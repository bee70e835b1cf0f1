public import UsherCore

/// A lock's token as it travels: `lk_<show>_<number>_<32 hex digits>`. It names its show, so that no index over all
/// locks is needed to find one.
///
/// Show ids may hold `_`, so it is read from the right.
public struct LockToken: Sendable, Hashable {
    public var showID: String
    public var key: LockKey

    public init(showID: String, key: LockKey) {
        self.showID = showID
        self.key = key
    }

    /// nil for anything that this server cannot have made: other prefixes, leading zeros, capital hex digits.
    public init?(_ text: String) {
        let parts = CompoundName(text, prefix: "lk_", maxBytes: 160)
        guard var parts, let secret = parts.takeLast(), let number = parts.takeLast() else { return nil }
        guard let number = CompoundName.number(number), let secret = Self.secret(secret) else { return nil }
        guard let showID = parts.remainder else { return nil }
        self.init(showID: showID, key: LockKey(number: number, secret: secret))
    }

    /// The lock's public name, `lk_<show>_<number>`.
    public var lockID: String { Self.lockID(showID: showID, number: key.number) }

    /// The whole token; secret.
    public var text: String { "\(lockID)_\(key.secret.high.hexDigits)\(key.secret.low.hexDigits)" }

    public static func lockID(showID: String, number: UInt64) -> String { "lk_\(showID)_\(number)" }

    private static func secret(_ digits: Substring) -> TokenSecret? {
        guard digits.utf8.count == 32 else { return nil }
        var halves: (high: UInt64, low: UInt64) = (0, 0)
        for digit in digits.utf8 {
            let value: UInt64
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = UInt64(digit - UInt8(ascii: "a")) + 10
            default: return nil
            }
            halves.high = halves.high << 4 | halves.low >> 60
            halves.low = halves.low << 4 | value
        }
        return TokenSecret(high: halves.high, low: halves.low)
    }
}
