/// One token for ever.
public struct StaticCredentials: CallCredentials {
    private let held: CallToken

    public init(_ token: String) {
        held = CallToken(token)
    }

    public func token() async throws -> CallToken { held }
}

extension CallCredentials where Self == StaticCredentials {
    /// One token for ever.
    public static func token(_ value: String) -> StaticCredentials { StaticCredentials(value) }
}
