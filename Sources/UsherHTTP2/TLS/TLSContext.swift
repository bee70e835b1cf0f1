import COpenSSL

/// What the connections of one side share: protocol versions, ciphers, a certificate with its key, whom to trust.
///
/// Guard: nothing is changed after the owner has set it up; from then on OpenSSL locks what its sessions share.
final class TLSContext: @unchecked Sendable {
    enum Role { case server, client }

    /// The SSL_CTX.
    let handle: OpaquePointer

    /// Throws if OpenSSL has no memory or its own configuration file forbids what is needed.
    init(_ role: Role) throws(TransportError) {
        ERR_clear_error()
        guard let made = SSL_CTX_new(role == .server ? TLS_server_method() : TLS_client_method()) else {
            throw TLSFailure.library("set up TLS")
        }
        handle = made
        usher_tls_set_safe_options(handle)
        // The library's buffers of 16 KB each way are kept only while they hold something.
        guard usher_tls_set_minimum_version(handle, TLS1_2_VERSION) == 1,
            SSL_CTX_set_cipher_list(handle, Self.ciphers) == 1,
            usher_tls_set_mode(handle, Int(SSL_MODE_RELEASE_BUFFERS)) == 1
        else { throw TLSFailure.library("set up TLS") }
        usher_tls_set_session_seconds(handle, Limits.tlsSessionSeconds)
        usher_tls_set_max_certificate_bytes(handle, Limits.peerCertificateBytes)
        SSL_CTX_set_verify_depth(handle, Limits.certificateDepth)
        SSL_CTX_set_info_callback(handle) { session, what, _ in
            if what & SSL_CB_LOOP != 0 { TLSSession.from(session)?.handshakeStepped() }
        }
    }

    deinit {
        SSL_CTX_free(handle)
    }

    /// Of TLS 1.2 only what HTTP/2 does not forbid (RFC 9113, appendix A): ephemeral keys and authenticated encryption.
    /// TLS 1.3 has nothing else.
    private static let ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20"

    /// The name of HTTP/2 over TLS in the handshake (ALPN).
    static let protocolName = Array("h2".utf8)

    /// Uses a certificate with its chain and key.
    func use(_ identity: TLSIdentity) throws(TransportError) {
        ERR_clear_error()
        guard SSL_CTX_use_certificate(handle, identity.certificates[0]) == 1 else {
            throw TLSFailure.library("use the certificate in \(identity.files.certificate)")
        }
        guard SSL_CTX_use_PrivateKey(handle, identity.key) == 1, SSL_CTX_check_private_key(handle) == 1 else {
            throw TLSFailure.library("use the key in \(identity.files.key)")
        }
        for certificate in identity.certificates.dropFirst() {
            guard usher_tls_add_chain(handle, certificate) == 1 else {
                throw TLSFailure.library("use the chain in \(identity.files.certificate)")
            }
        }
    }

    /// Trusts these authorities, and no others unless more is said.
    func trust(_ authorities: TLSAuthorities) throws(TransportError) {
        let store = SSL_CTX_get_cert_store(handle)
        for certificate in authorities.certificates {
            guard X509_STORE_add_cert(store, certificate) == 1 else {
                throw TLSFailure.library("use the authorities in \(authorities.file)")
            }
        }
    }
}
