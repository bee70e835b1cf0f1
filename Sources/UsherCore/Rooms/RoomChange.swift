/// One change of a room's members. It applies exactly to a reader who stands at `seq − 1`.
public struct RoomChange: Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        case joined(RoomMember)
        case updated(MemberUpdate)
        /// The member's id.
        case left(String)
        /// A kind of a newer gateway: it consumes its seq, and the reader must read the room anew.
        case unknown
    }

    /// Where the reader stands afterwards.
    public var seq: UInt64
    public var kind: Kind

    public init(seq: UInt64, kind: Kind) {
        self.seq = seq
        self.kind = kind
    }
}
