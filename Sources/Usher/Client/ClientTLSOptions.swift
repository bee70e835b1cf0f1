/// How a client speaks TLS. Files are PEM.
public struct ClientTLSOptions: Sendable, Hashable {
    /// The authorities that are trusted; nil trusts the system's own list.
    public var authoritiesFile: String?
    /// The client's certificate and its chain, for gateways that want one; goes with `keyFile`.
    public var certificateFile: String?
    /// The key of the certificate, not encrypted.
    public var keyFile: String?
    /// The name that the gateway's certificate must have, if it is not the host of the address.
    public var serverName: String?

    public init() {}
}
