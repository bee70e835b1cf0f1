import Testing
import Usher

@testable import UsherCommand

@Suite struct StreamLoopTests {
    /// A stream of canned events that ends with an error, or well.
    private struct Script: AsyncSequence {
        typealias Failure = UsherError
        var events: [Int]
        var error: UsherError?

        struct Iterator: AsyncIteratorProtocol {
            var events: [Int]
            var error: UsherError?

            mutating func next() async throws(UsherError) -> Int? {
                if !events.isEmpty { return events.removeFirst() }
                if let error { throw error }
                return nil
            }

            mutating func next(isolation actor: isolated (any Actor)?) async throws(UsherError) -> Int? {
                try await next()
            }
        }

        func makeAsyncIterator() -> Iterator { Iterator(events: events, error: error) }
    }

    @Test("a stream of no more use is left for another at once, and what nobody can help ends the loop")
    func reopen() async throws {
        var opened = 0
        var taken: [Int] = []
        await #expect(throws: UsherError(.notFound, reason: "ROOM_UNKNOWN", message: "gone")) {
            try await StreamLoop.run(
                open: {
                    opened += 1
                    return opened == 1
                        ? Script(events: [1, 2, 3])
                        : Script(events: [4], error: UsherError(.notFound, reason: "ROOM_UNKNOWN", message: "gone"))
                },
                take: { event in
                    taken.append(event)
                    return event == 2 ? .reopen : .goOn
                }, lost: { _, _ in })
        }
        #expect(taken == [1, 2, 4])
    }

}
