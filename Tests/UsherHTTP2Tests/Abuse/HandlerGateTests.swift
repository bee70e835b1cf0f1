import Testing

@testable import UsherHTTP2

@Suite struct HandlerGateTests {
    @Test("so many run, the others wait in order; each that leaves lets one in")
    func order() {
        var gate = HandlerGate(limit: 2)
        let entered = (0..<4).map { _ in gate.enter(hasRoom: true) }
        #expect(entered == [true, true, false, false])
        gate.wait(5)
        gate.wait(7)
        let none = gate.next(hasRoom: true)
        gate.leave()
        let first = gate.next(hasRoom: true)
        gate.begin()
        let full = gate.next(hasRoom: true)
        gate.leave()
        let second = gate.next(hasRoom: true)
        #expect(none == nil && first == 5 && full == nil && second == 7)
        #expect(gate.running == 2 && gate.waitingCount == 0)
    }

    @Test("nobody passes those who wait")
    func noOvertaking() {
        var gate = HandlerGate(limit: 2)
        let refused = gate.enter(hasRoom: false)
        gate.wait(1)
        let late = gate.enter(hasRoom: true)
        #expect(!refused && !late)
    }

    @Test("nobody runs while answers have no room, and one at a time begins when they have")
    func room() {
        var gate = HandlerGate(limit: 10)
        gate.wait(1)
        gate.wait(3)
        let without = gate.next(hasRoom: false)
        let first = gate.next(hasRoom: true)
        // It has not begun: what it sends decides about the next one.
        let early = gate.next(hasRoom: true)
        let passed = gate.enter(hasRoom: true)
        gate.begin()
        let second = gate.next(hasRoom: true)
        #expect(without == nil && first == 1 && early == nil && !passed && second == 3)
    }

    @Test("a stream that was reset waits no more")
    func removed() {
        var gate = HandlerGate(limit: 1)
        for id in Int32(1)...3 { gate.wait(id) }
        gate.remove(1)
        gate.remove(9)
        let next = gate.next(hasRoom: true)
        #expect(next == 2 && gate.waitingCount == 1)
    }
}
