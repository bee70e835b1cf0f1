/// Who watches a show at rest.
struct IdleShape: Sendable {
    var watchers = 0
    var connections = 0
    var stalled = 0
    var settleSeconds = 0
    var seats = 0
    /// With TLS: the file of the authority that the clients trust.
    var authority: String?
}
