/// Which large requests of a connection may go on: each reserves its whole length before its window opens further, so
/// that those under way always come to their end, and the others wait in line.
struct UploadTurns {
    private struct Waiting {
        let id: Int32
        let bytes: Int
    }

    private let limit: Int
    private var taken = 0
    private var waiting: [Waiting] = []

    init(limit: Int) {
        self.limit = limit
    }

    /// True if the stream may go on with a message of `bytes`, which are reserved then; else it waits for `next()`.
    /// A message over the limit goes alone.
    mutating func ask(_ id: Int32, _ bytes: Int) -> Bool {
        guard waiting.isEmpty, fits(bytes) else {
            waiting.append(Waiting(id: id, bytes: bytes))
            return false
        }
        taken += bytes
        return true
    }

    /// The first in line, if it may go on now; its bytes are reserved.
    mutating func next() -> (id: Int32, bytes: Int)? {
        guard let first = waiting.first, fits(first.bytes) else { return nil }
        waiting.removeFirst()
        taken += first.bytes
        return (first.id, first.bytes)
    }

    /// A message is done with.
    mutating func giveBack(_ bytes: Int) {
        taken -= bytes
    }

    /// The stream waits no more.
    mutating func leave(_ id: Int32) {
        waiting.removeAll { $0.id == id }
    }

    private func fits(_ bytes: Int) -> Bool { taken == 0 || taken + bytes <= limit }
}
