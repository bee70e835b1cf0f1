/// What a lock's token says: which lock of its show, and the proof that the caller may touch it.
public struct LockKey: Sendable, Hashable {
    public var number: UInt64
    public var secret: LockSecret

    public init(number: UInt64, secret: LockSecret) {
        self.number = number
        self.secret = secret
    }
}
