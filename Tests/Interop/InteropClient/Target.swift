import UsherHTTP2

/// The server that is tested, and how to talk to it.
struct Target: Sendable {
    var host: String
    var port: UInt16
    /// nil speaks without TLS.
    var tls: ClientTLS?
}
