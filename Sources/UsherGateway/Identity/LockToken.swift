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
        guard let number = CompoundName.number(number), let secret = CompoundName.secret(secret) else { return nil }
        guard let showID = parts.remainder else { return nil }
        self.init(showID: showID, key: LockKey(number: number, secret: secret))
    }

    /// The lock's public name, `lk_<show>_<number>`.
    public var lockID: String { Self.lockID(showID: showID, number: key.number) }

    /// The whole token; secret.
    public var text: String { "\(lockID)_\(CompoundName.text(key.secret))" }

    public static func lockID(showID: String, number: UInt64) -> String { "lk_\(showID)_\(number)" }
}
