import Testing

@testable import UsherHTTP2

@Suite struct AnswerLaneTests {
    @Test("calls run while what waits and what is expected has room, and one always does")
    func room() {
        var lane = AnswerLane(limit: 9)
        let alone = lane.enter(1_000, within: 100)
        let second = lane.enter(1, within: 100)
        lane.gate.wait(7)
        lane.leave(1_000)
        #expect(alone && !second)
        #expect(lane.hasRoom(for: 1_000, within: 100))
        lane.queued = 60
        #expect(lane.hasRoom(for: 40, within: 100))
        #expect(!lane.hasRoom(for: 41, within: 100))
        lane.callFirst(40)
        #expect(lane.expected == 40 && !lane.hasRoom(for: 1, within: 100))
        lane.leave(40)
        lane.queued = 0
        #expect(lane.hasRoom(for: 1_000, within: 100))
    }

    @Test("no more run than the limit, whatever the room")
    func limit() {
        var lane = AnswerLane(limit: 2)
        let entered = (0..<3).map { _ in lane.enter(1, within: 100) }
        #expect(entered == [true, true, false])
    }
}
