/// Lets so many handlers of a connection run at a time, and none while too many answer bytes wait on it; the others
/// wait their turn, in the order in which they came. Whoever was reset waits no more: the queue is never longer than the
/// connection's streams.
struct HandlerGate {
    /// Handlers that may run at a time.
    let limit: Int
    /// Handlers that run, and the one whose turn has come.
    private(set) var running = 0
    private var waiting: [Int32] = []
    /// The stream whose turn has come and that has not begun. The next one's is decided after it has, by what it sent.
    private var isBeginning = false

    init(limit: Int) {
        self.limit = limit
    }

    var waitingCount: Int { waiting.count }

    /// The stream that is next in line, unless nobody may run now.
    var first: Int32? { isBeginning || running >= limit ? nil : waiting.first }

    /// A handler wants to run: true if it may at once. Else it waits, or is forgotten.
    mutating func enter(hasRoom: Bool) -> Bool {
        guard waiting.isEmpty, !isBeginning, hasRoom, running < limit else { return false }
        running += 1
        return true
    }

    mutating func wait(_ id: Int32) {
        waiting.append(id)
    }

    /// The turn of `first` has come. It counts as running from now on and says `begin`.
    mutating func callFirst() {
        running += 1
        isBeginning = true
        waiting.removeFirst()
    }

    /// The handler whose turn had come begins, or was reset meanwhile.
    mutating func begin() {
        isBeginning = false
    }

    /// A handler is done.
    mutating func leave() {
        running -= 1
    }

    /// A stream that waits is reset.
    mutating func remove(_ id: Int32) {
        if let place = waiting.firstIndex(of: id) { waiting.remove(at: place) }
    }
}
