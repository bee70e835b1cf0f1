import Testing

@testable import UsherHTTP2

@Suite struct HandlerGateTests {
    @Test("so many run, the others wait in order; each that leaves lets one in")
    func order() {
        var gate = HandlerGate(limit: 2, first: 2)
        let entered = (0..<4).map { _ in gate.enter(hasRoom: true) }
        #expect(entered == [true, true, false, false])
        gate.wait(5)
        gate.wait(7)
        let none = gate.next(hasRoom: true)
        gate.leave(0)
        let first = gate.next(hasRoom: true)
        gate.begin()
        let full = gate.next(hasRoom: true)
        gate.leave(0)
        let second = gate.next(hasRoom: true)
        #expect(none == nil && first == 5 && full == nil && second == 7)
        #expect(gate.running == 2 && gate.waitingCount == 0)
    }

    @Test("nobody passes those who wait")
    func noOvertaking() {
        var gate = HandlerGate(limit: 2, first: 2)
        let refused = gate.enter(hasRoom: false)
        gate.wait(1)
        let late = gate.enter(hasRoom: true)
        #expect(!refused && !late)
    }

    @Test("nobody runs while answers have no room, and one at a time begins when they have")
    func room() {
        var gate = HandlerGate(limit: 10, first: 10)
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
        var gate = HandlerGate(limit: 1, first: 1)
        for id in Int32(1)...3 { gate.wait(id) }
        gate.remove(1)
        gate.remove(9)
        let next = gate.next(hasRoom: true)
        #expect(next == 2 && gate.waitingCount == 1)
    }

    @Test("a new connection begins with few, and each that is done lets one more run, up to the limit")
    func slowStart() {
        var gate = HandlerGate(limit: 4, first: 1)
        let first = [gate.enter(hasRoom: true), gate.enter(hasRoom: true)]
        gate.leave(0)
        let second = (0..<3).map { _ in gate.enter(hasRoom: true) }
        for _ in 0..<2 { gate.leave(0) }
        for _ in 0..<20 where gate.enter(hasRoom: true) {}
        #expect(first == [true, false] && second == [true, true, false] && gate.running == 4)
    }

    @Test("those that run are expected to answer what others did lately")
    func expected() {
        var gate = HandlerGate(limit: 9, first: 9)
        for _ in 0..<4 { _ = gate.enter(hasRoom: true) }
        let unknown = gate.expectedBytes
        gate.leave(1_000)
        let large = gate.expectedBytes
        gate.leave(200)
        #expect(unknown == 0 && large == 3_000 && gate.expectedBytes == 2 * 900)
    }

    @Test("handlers that are not done for a while let others run beside them, up to the limit")
    func growth() {
        var gate = HandlerGate(limit: 5, first: 2)
        for _ in 0..<9 where gate.enter(hasRoom: true) {}
        let first = gate.running
        gate.allowMore()
        for _ in 0..<9 where gate.enter(hasRoom: true) {}
        let second = gate.running
        gate.allowMore()
        for _ in 0..<9 where gate.enter(hasRoom: true) {}
        #expect(first == 2 && second == 4 && gate.running == 5)
        var moving = HandlerGate(limit: 9, first: 1)
        _ = moving.enter(hasRoom: true)
        moving.leave(0)
        moving.allowMore()
        for _ in 0..<9 where moving.enter(hasRoom: true) {}
        #expect(moving.running == 2)
    }
}
