import Testing

@testable import UsherRPC

@Suite("Repeating calls")
struct RetryTests {
    private let error = RPCError(.unavailable, "away")

    @Test("pauses double up to the cap, give or take a fifth after the cap")
    func pauses() {
        var low = RetryPacing(RetryPolicy(maxAttempts: 5, firstPause: 100, multiplier: 2, maxPause: 300))
        var high = low
        #expect((1...5).map { _ in low.pause(after: error, random: 0) } == [80, 160, 240, 240, nil])
        let pauses = (1...4).compactMap { _ in high.pause(after: error, random: .max) }
        #expect(zip(pauses, [120, 240, 360, 360]).allSatisfy { pause, most in (most - 1...most).contains(pause) })
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
        var pacing = RetryPacing(RetryPolicy(maxAttempts: 3))
        #expect(pacing.pause(after: told, random: 7) == pause)
    }

    @Test("after a pushback the pauses begin anew, but the attempts count on")
    func pushbackResets() {
        let told = RPCError(.unavailable, "away", metadata: RetryPushback.wait(milliseconds: 7).metadata)
        var pacing = RetryPacing(RetryPolicy(maxAttempts: 5, firstPause: 100))
        let pauses = [error, error, told, error, error].map { pacing.pause(after: $0, random: 0) }
        #expect(pauses == [80, 160, 7_000_000, 80, nil])
        #expect(pacing.failures == 5)
    }

    @Test("what the server had begun to answer is not repeated")
    func committed() {
        var begun = error
        begun.isCommitted = true
        var pacing = RetryPacing(RetryPolicy(maxAttempts: 5))
        #expect(pacing.pause(after: begun, random: 0) == nil)
    }

    @Test("a pushback reads as it was written", arguments: [RetryPushback.wait(milliseconds: 1_500), .stop])
    func pushbackCoding(pushback: RetryPushback) {
        #expect(RetryPushback(pushback.metadata) == pushback)
        #expect(RetryPushback(Metadata()) == nil)
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
