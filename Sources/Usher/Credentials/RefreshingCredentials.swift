/// Tokens from a closure.
public struct RefreshingCredentials: CallCredentials {
    private let fetch: @Sendable () async throws -> CallToken

    public init(_ fetch: @escaping @Sendable () async throws -> CallToken) {
        self.fetch = fetch
    }

    public func token() async throws -> CallToken { try await fetch() }
}

extension CallCredentials where Self == RefreshingCredentials {
    /// Tokens from a closure.
    public static func refreshing(
        _ fetch: @escaping @Sendable () async throws -> CallToken
    ) -> RefreshingCredentials {
        RefreshingCredentials(fetch)
    }
}
