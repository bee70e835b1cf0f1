import Testing

@testable import UsherHTTP2

@Suite struct UploadTurnsTests {
    @Test("messages go on while they fit, and the others in the order in which they came")
    func order() {
        var turns = UploadTurns(limit: 100)
        #expect(turns.ask(1, 60))
        #expect(!turns.ask(3, 50))
        // It would fit, but nobody overtakes.
        #expect(!turns.ask(5, 10))
        #expect(turns.next() == nil)
        turns.giveBack(60)
        #expect(turns.next()?.id == 3)
        #expect(turns.next()?.id == 5)
        #expect(turns.next() == nil)
    }

    @Test("a message over the limit goes alone")
    func huge() {
        var turns = UploadTurns(limit: 100)
        #expect(turns.ask(1, 200))
        #expect(!turns.ask(3, 1))
        turns.giveBack(200)
        #expect(turns.next()?.bytes == 1)
    }

    @Test("who leaves the line holds nobody up")
    func leaves() {
        var turns = UploadTurns(limit: 100)
        #expect(turns.ask(1, 60))
        #expect(!turns.ask(3, 90))
        #expect(!turns.ask(5, 40))
        turns.leave(3)
        #expect(turns.next()?.id == 5)
    }
}
