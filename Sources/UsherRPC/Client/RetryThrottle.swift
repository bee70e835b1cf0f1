/// Stops repeating calls while most of them fail, so that clients do not keep a struggling server down (gRPC's A6).
public struct RetryThrottle: Sendable, Equatable {
    private let maxTokens: Double
    private let tokenRatio: Double
    private var tokens: Double

    public init(maxTokens: Double = 10, tokenRatio: Double = 0.1) {
        self.maxTokens = maxTokens
        self.tokenRatio = tokenRatio
        tokens = maxTokens
    }

    public var allowsRetry: Bool { tokens > maxTokens / 2 }

    public mutating func recordSuccess() {
        tokens = min(maxTokens, tokens + tokenRatio)
    }

    /// A failure of the kind that would be repeated.
    public mutating func recordFailure() {
        tokens = max(0, tokens - 1)
    }
}
