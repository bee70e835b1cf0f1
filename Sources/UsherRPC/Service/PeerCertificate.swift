/// Whom a caller's certificate names; the transport has verified it.
public struct PeerCertificate: Sendable, Hashable {
    /// The subject's distinguished name as RFC 2253 writes it, most specific part first: `CN=till-7,O=Lumen`.
    public var subject = ""
    /// Its alternative names, in the certificate's order, at most 100 of all kinds.
    public var dnsNames: [String] = []
    /// As `spiffe://lumen.example/till`.
    public var uris: [String] = []
    public var emails: [String] = []

    public init() {}
}
