/// Calls that wait for a connection, or for room on one, in the order in which they came. Those that end meanwhile are
/// passed over, and do not pile up behind one that waits long.
struct CallQueue {
    private var calls: [ClientCall] = []
    private var head = 0
    /// Calls here that have ended.
    private var ended = 0

    /// Calls that are held, those that have ended included.
    var heldCount: Int { calls.count - head }

    /// True if nobody waits.
    var isEmpty: Bool { calls.count - head == ended }

    mutating func append(_ call: ClientCall) {
        call.isQueued = true
        calls.append(call)
    }

    /// The call that has waited longest.
    mutating func popFirst() -> ClientCall? {
        while head < calls.count {
            let call = calls[head]
            head += 1
            if head == calls.count || head > 64 && head * 2 > calls.count { compact() }
            if call.isFinished {
                ended -= 1
                continue
            }
            call.isQueued = false
            return call
        }
        return nil
    }

    /// A call that is here has ended.
    mutating func noteEnd(_ call: ClientCall) {
        guard call.isQueued else { return }
        ended += 1
        if ended > 64, ended * 2 > calls.count - head { compact() }
    }

    /// All of them.
    mutating func takeAll() -> [ClientCall] {
        var all: [ClientCall] = []
        while let call = popFirst() { all.append(call) }
        return all
    }

    private mutating func compact() {
        let before = calls.count - head
        calls.removeFirst(head)
        calls.removeAll(where: \.isFinished)
        head = 0
        ended -= before - calls.count
    }
}
