import UsherCore
import UsherWire

/// Each lane locks two seats of its own and releases them, with other seats in each turn.
struct LockPlan: CallPlan {
    private struct Lane {
        var turns = 0
        /// Of the lock that stands.
        var token: String?
    }

    private let shows: [String]
    private let pairs: [[String]]
    private let holders: [String]
    private var lanes: [Lane]

    /// `codes` are neighbours in twos: four a lane at least.
    init(shows: [String], codes: [String], lanes: Int) {
        self.shows = shows
        pairs = stride(from: 0, to: codes.count - 1, by: 2).map { [codes[$0], codes[$0 + 1]] }
        holders = (0..<lanes).map { "holder-\($0)" }
        self.lanes = [Lane](repeating: Lane(), count: lanes)
    }

    mutating func next(_ lane: Int) -> LoadRequest {
        if let token = lanes[lane].token {
            lanes[lane].token = nil
            return LoadRequest(.releaseLock, ReleaseLockRequest(token: token).encoded())
        }
        // A lane's pairs are every n-th one, n the number of lanes: nobody else takes them.
        let turn = lanes[lane].turns
        lanes[lane].turns += 1
        let pair = pairs[lane + turn % (pairs.count / lanes.count) * lanes.count]
        let request = LockSeatsRequest(
            showID: shows[(lane + turn) % shows.count], holder: holders[lane], seats: pair, ttl: .minutes(10))
        return LoadRequest(.lockSeats, request.encoded())
    }

    mutating func answered(_ lane: Int, _ bytes: UnsafeRawBufferPointer) {
        var fields = FieldScan(bytes)
        while let field = fields.next() {
            // A lock has its token there; a released one's answer has no field.
            if field.number == 2 {
                lanes[lane].token = String(decoding: field.bytes, as: UTF8.self)
                return
            }
        }
    }
}
