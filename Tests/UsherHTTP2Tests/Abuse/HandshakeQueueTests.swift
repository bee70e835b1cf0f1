import Testing

@testable import UsherHTTP2

@Suite struct HandshakeQueueTests {
    @Test("beyond the limit the oldest one that is not done makes room")
    func oldest() {
        var queue = HandshakeQueue<String>(limit: 3)
        let a = queue.add("a")
        let b = queue.add("b")
        let c = queue.add("c")
        queue.remove(b.number)
        let d = queue.add("d")
        let e = queue.add("e")
        let f = queue.add("f")
        #expect([a, b, c, d].allSatisfy { $0.evicted == nil })
        #expect(e.evicted == "a" && f.evicted == "c")
        #expect(queue.count == 3)
    }

    @Test("a member may be removed twice, and after it was evicted")
    func twice() {
        var queue = HandshakeQueue<Int>(limit: 1)
        let first = queue.add(1)
        let second = queue.add(2)
        queue.remove(first.number)
        queue.remove(second.number)
        queue.remove(second.number)
        let third = queue.add(3)
        #expect(second.evicted == 1 && third.evicted == nil && queue.count == 1)
    }
}
