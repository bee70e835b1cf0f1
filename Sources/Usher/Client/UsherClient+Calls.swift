import UsherCore
import UsherRPC
import UsherWire

extension UsherClient {
    /// Whether a call whose outcome is unknown may be sent again.
    enum Repetition {
        /// It reads, it is idempotent, or it carries a request id.
        case safe
        /// A second time could be refused for what the first time did.
        case never
    }

    /// One unary call with its deadline, repeated while that is safe and the gateway is away.
    func call<Reply: WireMessage>(
        _ method: String, _ request: some WireMessage, _ repetition: Repetition = .safe, timeout: TimeSpan? = nil
    ) async throws(UsherError) -> Reply {
        let bytes = try await repeated(
            "/usher.v1.\(method)", request.encoded(), repetition, timeout ?? options.callTimeout)
        do throws(WireError) {
            return try Reply(decoding: bytes)
        } catch {
            var unread = UsherError(.internal, message: "the gateway's answer cannot be read: \(error.message)")
            unread.isOutcomeUnknown = true
            throw unread
        }
    }

    private func repeated(
        _ path: String, _ message: [UInt8], _ repetition: Repetition, _ timeout: TimeSpan
    ) async throws(UsherError) -> [UInt8] {
        let policy = RetryPolicy(
            maxAttempts: repetition == .safe ? options.maxAttempts : 1, firstPause: Limits.firstRetryPause.nanoseconds)
        let deadline = Timestamp(nanoseconds: runtime.now()) + timeout
        var pacing = RetryPacing(policy)
        var isOutcomeUnknown = false
        while true {
            do throws(RPCError) {
                var metadata = Metadata()
                if pacing.failures > 0 { metadata.add("grpc-previous-rpc-attempts", String(pacing.failures)) }
                let options = CallOptions(
                    timeout: max(0, rest(deadline)), maxReplyBytes: Limits.maxHallBytes)
                let reply = try await transport.unary(path, message, metadata: metadata, options: options)
                throttle.withLock { $0.recordSuccess() }
                return reply.message
            } catch {
                var failure = UsherError(error)
                isOutcomeUnknown = isOutcomeUnknown || failure.leavesOutcomeUnknown
                failure.isOutcomeUnknown = isOutcomeUnknown && !failure.isRefusal
                guard let pause = pauseBeforeRepeat(error, &pacing), pause < rest(deadline),
                    !Task.isCancelled
                else { throw failure }
                await runtime.sleep(TimeSpan(nanoseconds: pause))
            }
        }
    }

    /// Nanoseconds until the deadline, whatever spans callers and gateways name.
    private func rest(_ deadline: Timestamp) -> Int64 {
        (deadline - Timestamp(nanoseconds: runtime.now())).nanoseconds
    }

    private func pauseBeforeRepeat(_ error: RPCError, _ pacing: inout RetryPacing) -> Int64? {
        guard Self.mayPass(error) else { return nil }
        let allowed = throttle.withLock { throttle in
            throttle.recordFailure()
            return throttle.allowsRetry
        }
        guard allowed else { return nil }
        let pause = pacing.pause(after: error, random: runtime.random())
        return pause.map { max($0, UsherError(error).retryAfter?.nanoseconds ?? 0) }
    }

    /// True for what waiting helps against: the gateway is away, or it turned the call away and named a time.
    private static func mayPass(_ error: RPCError) -> Bool {
        switch error.code {
        case .unavailable: true
        case .resourceExhausted: RetryPushback(error.metadata) != nil
        default: false
        }
    }

    /// 128 random bits: never met again within the 24 h that the gateway remembers.
    func newRequestID() -> String {
        runtime.random().hexDigits + runtime.random().hexDigits
    }
}
