/// What a lock's token says: which lock of its show, and the proof that the caller may touch it.
public struct LockKey: Sendable, Hashable {
    public var number: UInt64
    public var secret: TokenSecret

    public init(number: UInt64, secret: TokenSecret) {
        self.number = number
        self.secret = secret
    }
}
