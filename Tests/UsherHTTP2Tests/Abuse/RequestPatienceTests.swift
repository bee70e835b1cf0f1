import Testing

@testable import UsherHTTP2

@Suite struct RequestPatienceTests {
    @Test(
        "a request has 30 s, and a second for each 500 bytes that came",
        arguments: [(0, 30), (499, 30), (500, 31), (32 << 20, 30 + (32 << 20) / 500)])
    func deadline(received: Int, seconds: Int) {
        let deadline = RequestPatience.deadline(began: 7_000_000_000, received: received)
        #expect((deadline - 7_000_000_000) / 1_000_000_000 == Int64(seconds))
    }

    @Test("no number of bytes overflows")
    func overflow() {
        #expect(RequestPatience.deadline(began: 1, received: .max) == .max)
    }
}
