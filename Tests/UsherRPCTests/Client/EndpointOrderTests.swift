import Testing

@testable import UsherRPC

@Suite("The order of a client's addresses")
struct EndpointOrderTests {
    private struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 33
        }
    }

    private func given(_ count: Int) -> EndpointOrder {
        var generator = Generator(state: 1)
        return EndpointOrder(count: count, .asGiven, using: &generator)
    }

    @Test("clients that shuffle begin at all addresses about alike, and each keeps its order")
    func shuffled() {
        var generator = Generator(state: 42)
        var firsts = [Int](repeating: 0, count: 4)
        for _ in 0..<4_000 {
            let order = EndpointOrder(count: 4, .shuffled, using: &generator)
            #expect(order.all(now: 0) == order.all(now: 9))
            #expect(order.all(now: 0).sorted() == [0, 1, 2, 3])
            firsts[order.all(now: 0)[0]] += 1
        }
        for count in firsts { #expect((850...1_150).contains(count)) }
    }

    @Test("what failed stands behind the others for a while, and is tried all the same")
    func failures() {
        var order = given(3)
        order.failed(0, now: 0)
        order.failed(1, now: 5)
        #expect(order.all(now: 10) == [2, 0, 1])
        #expect(order.all(now: Limits.badEndpointSpan) == [0, 2, 1])
        #expect(order.all(now: Limits.badEndpointSpan + 5) == [0, 1, 2])
    }

    @Test("one whose connection broke is tried before one that was not there")
    func broken() {
        var order = given(3)
        order.failed(0, now: 0)
        order.broke(1, now: 5)
        order.broke(2, now: 7)
        #expect(order.all(now: 10) == [1, 2, 0])
        order.broke(0, now: 11)
        #expect(order.all(now: 12) == [1, 2, 0])
    }

    @Test("success and a change of the network forgive")
    func forgiveness() {
        var order = given(3)
        order.failed(0, now: 0)
        order.failed(1, now: 0)
        order.worked(1)
        #expect(order.all(now: 1) == [1, 2, 0])
        order.forgiveAll()
        #expect(order.all(now: 1) == [0, 1, 2])
    }

    @Test("a client that likes one address best goes back to it once it is forgiven; one that shuffles stays")
    func returning() {
        var order = given(3)
        order.failed(0, now: 0)
        order.failed(1, now: 7)
        #expect(order.better(than: 2, now: 10).isEmpty)
        #expect(order.returnsAt(2) == Limits.badEndpointSpan)
        #expect(order.better(than: 2, now: Limits.badEndpointSpan) == [0])
        #expect(order.returnsAt(0) == nil)
        var generator = Generator(state: 3)
        #expect(EndpointOrder(count: 3, .shuffled, using: &generator).returnsAt(2) == nil)
    }
}
