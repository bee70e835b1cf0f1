/// Where a client's tokens come from. Each call carries one, as `authorization: Bearer …`.
///
/// A token is asked for by the first call, shortly before the last one expires, and when the gateway refused one
/// (UNAUTHENTICATED), however many calls wait for it: one at a time. `.token("…")` is one that never changes,
/// `.refreshing { … }` a closure.
public protocol CallCredentials: Sendable {
    /// A token that is good now.
    ///
    /// What it throws fails the calls that wait: a `UsherError` as it is, anything else as UNAVAILABLE with its
    /// description, so it must not hold a secret. It is given up after 10 s.
    func token() async throws -> CallToken
}
