/// One device of a member in its room, as a room token names it: a number of the room's, and a secret that only the
/// device knows.
public struct DeviceKey: Sendable, Hashable {
    public var number: UInt64
    public var secret: TokenSecret

    public init(number: UInt64, secret: TokenSecret) {
        self.number = number
        self.secret = secret
    }
}
