/// Bytes of one direction of a connection that are under way, each with the time of its arrival, and perhaps the end
/// behind them. No I/O, no clock.
struct ShapedQueue {
    private struct Piece {
        var bytes: [UInt8]
        /// Of these, such as were delivered.
        var head = 0
        var due: Int64
    }

    private var pieces: [Piece] = []
    private var first = 0
    /// Bytes under way.
    private(set) var count = 0
    private var lastDue = Int64.min
    private var endDue: Int64?
    private var isEndTaken = false

    /// Adds bytes that arrive at `due`, but never before those in front of them.
    mutating func append(_ bytes: [UInt8], due: Int64) {
        precondition(endDue == nil, "bytes after the end of a direction")
        lastDue = max(lastDue, due)
        pieces.append(Piece(bytes: bytes, due: lastDue))
        count += bytes.count
    }

    /// Adds the end; nothing follows it.
    mutating func finish(due: Int64) {
        lastDue = max(lastDue, due)
        endDue = lastDue
    }

    /// When something arrives next; nil if nothing is under way.
    var nextDue: Int64? {
        if first < pieces.count { return pieces[first].due }
        return isEndTaken ? nil : endDue
    }

    /// Gives what has arrived at `now` to `deliver`, piece by piece, until that takes less than it was given.
    /// The bytes that it took.
    mutating func take(now: Int64, _ deliver: (UnsafeBufferPointer<UInt8>) -> Int) -> Int {
        var total = 0
        while first < pieces.count, pieces[first].due <= now {
            let head = pieces[first].head
            let rest = pieces[first].bytes.count - head
            let taken = pieces[first].bytes.withUnsafeBufferPointer { deliver(.init(rebasing: $0[head...])) }
            total += taken
            count -= taken
            guard taken == rest else {
                pieces[first].head += taken
                break
            }
            pieces[first].bytes = []
            first += 1
        }
        compact()
        return total
    }

    /// True once: all before the end was taken, and the end has arrived.
    mutating func takeEnd(now: Int64) -> Bool {
        guard first == pieces.count, !isEndTaken, let endDue, endDue <= now else { return false }
        isEndTaken = true
        return true
    }

    /// Drops all of it: how many bytes it was.
    mutating func removeAll() -> Int {
        defer {
            pieces = []
            first = 0
            count = 0
        }
        return count
    }

    private mutating func compact() {
        if first == pieces.count {
            pieces.removeAll(keepingCapacity: true)
            first = 0
        } else if first >= Limits.emptyPieces {
            pieces.removeFirst(first)
            first = 0
        }
    }
}
