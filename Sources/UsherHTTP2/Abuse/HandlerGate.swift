/// Lets so many handlers of a connection run at a time, and none while too many answer bytes wait on it; the others
/// wait their turn, in the order in which they came. Whoever was reset waits no more: the queue is never longer than the
/// connection's streams.
struct HandlerGate {
    /// Handlers that may run at a time, at most; a new connection begins with fewer, and each one that is done lets
    /// one more run. What they answer is not known before.
    let limit: Int
    private var allowed: Int
    /// The bytes of an answer, lately: those that run will answer about as much.
    private var expected = 0
    /// Handlers that run, and the one whose turn has come.
    private(set) var running = 0
    private var waiting: [Int32] = []
    /// The stream whose turn has come and that has not begun. The next one's is decided after it has, by what it sent.
    private var isBeginning = false

    init(limit: Int, first: Int) {
        self.limit = limit
        allowed = first
    }

    /// A handler was done since `allowMore`.
    private var isMoving = false

    /// What those that run are expected to answer.
    var expectedBytes: Int { running * expected }

    var waitingCount: Int { waiting.count }

    /// A handler wants to run: true if it may at once. Else it waits, or is forgotten.
    mutating func enter(hasRoom: Bool) -> Bool {
        guard waiting.isEmpty, !isBeginning, hasRoom, running < allowed else { return false }
        running += 1
        return true
    }

    mutating func wait(_ id: Int32) {
        waiting.append(id)
    }

    /// The stream whose turn it is, if there is one. It counts as running from now on and says `begin`.
    mutating func next(hasRoom: Bool) -> Int32? {
        guard !waiting.isEmpty, !isBeginning, hasRoom, running < allowed else { return nil }
        running += 1
        isBeginning = true
        return waiting.removeFirst()
    }

    /// The handler whose turn had come begins, or was reset meanwhile.
    mutating func begin() {
        isBeginning = false
    }

    /// Called now and then while some wait: if nobody was done since the last time, those that run wait for something
    /// and shall not hold the others up.
    mutating func allowMore() {
        defer { isMoving = false }
        guard !isMoving else { return }
        allowed = min(limit, allowed * 2)
    }

    /// A handler is done, and has answered so many bytes.
    mutating func leave(_ bytes: Int) {
        running -= 1
        isMoving = true
        allowed = min(limit, allowed + 1)
        expected = max(bytes, (expected * 7 + bytes) / 8)
    }

    /// A stream that waits is reset.
    mutating func remove(_ id: Int32) {
        if let place = waiting.firstIndex(of: id) { waiting.remove(at: place) }
    }
}
