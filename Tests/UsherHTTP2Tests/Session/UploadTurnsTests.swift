import Testing

@testable import UsherHTTP2

@Suite struct UploadTurnsTests {
    /// What each stream that asks for some bytes is told.
    private func ask(_ turns: inout UploadTurns, _ asked: KeyValuePairs<Int32, Int>) -> [Bool] {
        asked.map { turns.ask($0.key, $0.value) }
    }

    /// The streams that may go on now.
    private func nextOnes(_ turns: inout UploadTurns) -> [Int32] {
        var ids: [Int32] = []
        while let next = turns.next() { ids.append(next.id) }
        return ids
    }

    @Test("messages go on while they fit, and the others in the order in which they came")
    func order() {
        var turns = UploadTurns(limit: 100)
        // The third would fit, but nobody overtakes.
        let answers = ask(&turns, [1: 60, 3: 50, 5: 10])
        let early = nextOnes(&turns)
        turns.giveBack(60)
        let late = nextOnes(&turns)
        #expect(answers == [true, false, false])
        #expect(early.isEmpty)
        #expect(late == [3, 5])
    }

    @Test("a message over the limit goes alone")
    func huge() {
        var turns = UploadTurns(limit: 100)
        let answers = ask(&turns, [1: 200, 3: 1])
        let early = nextOnes(&turns)
        turns.giveBack(200)
        let late = nextOnes(&turns)
        #expect(answers == [true, false])
        #expect(early.isEmpty)
        #expect(late == [3])
    }

    @Test("who leaves the line holds nobody up")
    func leaves() {
        var turns = UploadTurns(limit: 100)
        _ = ask(&turns, [1: 60, 3: 90, 5: 40])
        turns.leave(3)
        let next = nextOnes(&turns)
        #expect(next == [5])
    }
}
