/// Where a certificate and its key are kept, both PEM.
public struct TLSIdentityFiles: Sendable, Equatable {
    /// The certificate, followed by those that lead to its authority.
    public var certificate: String
    /// Its private key, not encrypted.
    public var key: String

    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}
