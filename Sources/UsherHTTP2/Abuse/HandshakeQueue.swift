/// Connections of a loop that have not finished their handshake, oldest first. Beyond the limit the oldest one makes
/// room: an honest client is done within a round trip, so it is hit only by a flood that is faster than that, while
/// refusing the newest would let a few hundred silent connections lock everybody out.
struct HandshakeQueue<Member> {
    private let limit: Int
    private var members: [Int: Member] = [:]
    private var oldest = 0
    private var next = 0

    init(limit: Int) {
        self.limit = limit
    }

    var count: Int { members.count }

    /// The member's number, and who must make room for it.
    mutating func add(_ member: Member) -> (number: Int, evicted: Member?) {
        let number = next
        next += 1
        members[number] = member
        guard members.count > limit else { return (number, nil) }
        while members[oldest] == nil { oldest += 1 }
        return (number, members.removeValue(forKey: oldest))
    }

    /// The handshake is done, or will never be.
    mutating func remove(_ number: Int) {
        members[number] = nil
    }
}
