import COpenSSL
import UsherHTTP2

/// What the connections of a `RawTLSServer` share, so that sessions can be resumed.
///
/// Guard: constant after `init`.
final class RawTLSContext: @unchecked Sendable {
    let handle: OpaquePointer

    init(_ identity: TLSIdentityFiles, _ protocols: [String]?) throws {
        handle = SSL_CTX_new(TLS_server_method())
        guard SSL_CTX_use_certificate_chain_file(handle, identity.certificate) == 1,
            SSL_CTX_use_PrivateKey_file(handle, identity.key, SSL_FILETYPE_PEM) == 1
        else { throw RawTLSPeer.Failure(description: "certificate") }
        guard protocols != nil else { return }
        SSL_CTX_set_alpn_select_cb(
            handle,
            { _, chosen, count, list, _, _ in
                // The client's first.
                chosen!.pointee = list! + 1
                count!.pointee = list![0]
                return SSL_TLSEXT_ERR_OK
            }, nil)
    }

    deinit {
        SSL_CTX_free(handle)
    }
}
