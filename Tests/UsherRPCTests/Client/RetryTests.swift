import Testing

@testable import UsherRPC

@Suite("Repeating calls")
struct RetryTests {
    private let error = RPCError(.unavailable, "away")

    @Test("pauses double up to the cap, give or take a fifth after the cap")
    func pauses() {
        let policy = RetryPolicy(maxAttempts: 5, firstPause: 100, multiplier: 2, maxPause: 300)
        #expect((1...4).map { policy.pause(afterAttempt: $0, error: error, random: 0) } == [80, 160, 240, 240])
        #expect(policy.pause(afterAttempt: 4, error: error, random: .max).map { (359...360).contains($0) } == true)
        #expect(policy.pause(afterAttempt: 5, error: error, random: 0) == nil)
    }

    @Test("attempts are capped at five and never fewer than one")
    func caps() {
        #expect(RetryPolicy(maxAttempts: 100).maxAttempts == 5)
        #expect(RetryPolicy(maxAttempts: 0).maxAttempts == 1)
    }

    @Test(
        "the server's pushback is obeyed",
        arguments: [("0", 0), ("250", 250_000_000), ("-1", nil), ("soon", nil), ("", nil), ("99999999999", nil)]
            as [(String, Int64?)])
    func pushback(text: String, pause: Int64?) {
        var metadata = Metadata()
        metadata.add("grpc-retry-pushback-ms", text)
        let told = RPCError(.unavailable, "away", metadata: metadata)
        #expect(RetryPolicy(maxAttempts: 3).pause(afterAttempt: 1, error: told, random: 7) == pause)
    }

    @Test("failures without successes stop repeats, successes allow them again")
    func throttle() {
        var throttle = RetryThrottle(maxTokens: 10, tokenRatio: 0.5)
        for _ in 0..<4 { throttle.recordFailure() }
        #expect(throttle.allowsRetry)
        throttle.recordFailure()
        #expect(!throttle.allowsRetry)
        for _ in 0..<100 { throttle.recordFailure() }
        for _ in 0..<10 { throttle.recordSuccess() }
        #expect(!throttle.allowsRetry)
        throttle.recordSuccess()
        #expect(throttle.allowsRetry)
    }
}
