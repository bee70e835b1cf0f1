/// The unary calls of a connection whose answers are of one kind, small or large: so many run at a time, and none while
/// the answers that wait to be taken, and those that are expected of the calls that run, fill the lane. One call always
/// may, however large its answer.
struct AnswerLane {
    var gate: HandlerGate
    /// Answer bytes that wait to be taken.
    var queued = 0
    /// Bytes expected of the calls that run.
    private(set) var expected = 0

    init(limit: Int) {
        gate = HandlerGate(limit: limit)
    }

    func hasRoom(for bytes: Int, within most: Int) -> Bool {
        let taken = queued + expected
        return taken == 0 || taken + bytes <= most
    }

    /// True if a call with an answer of so many bytes may run at once.
    mutating func enter(_ bytes: Int, within most: Int) -> Bool {
        guard gate.enter(hasRoom: hasRoom(for: bytes, within: most)) else { return false }
        expected += bytes
        return true
    }

    /// The turn of `gate.first` has come.
    mutating func callFirst(_ bytes: Int) {
        gate.callFirst()
        expected += bytes
    }

    /// A call of which so many bytes were expected is done.
    mutating func leave(_ bytes: Int) {
        gate.leave()
        expected -= bytes
    }
}
