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
        #expect(gate.first == nil)
        gate.leave()
        #expect(gate.first == 5)
        gate.callFirst()
        gate.begin()
        #expect(gate.first == nil)
        gate.leave()
        #expect(gate.first == 7)
        gate.callFirst()
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

    @Test("one at a time begins, for what it sends decides about the next one")
    func beginning() {
        var gate = HandlerGate(limit: 10)
        gate.wait(1)
        gate.wait(3)
        gate.callFirst()
        let passed = gate.enter(hasRoom: true)
        #expect(gate.first == nil && !passed)
        gate.begin()
        #expect(gate.first == 3)
    }

    @Test("a stream that was reset waits no more")
    func removed() {
        var gate = HandlerGate(limit: 1)
        for id in Int32(1)...3 { gate.wait(id) }
        gate.remove(1)
        gate.remove(9)
        #expect(gate.first == 2 && gate.waitingCount == 2)
    }
}
