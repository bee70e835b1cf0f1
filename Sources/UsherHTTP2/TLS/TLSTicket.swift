import COpenSSL

/// What a server gave us to take up a session on the next connection. Used once.
final class TLSTicket {
    /// The SSL_SESSION.
    let handle: OpaquePointer

    /// Takes over a reference.
    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        SSL_SESSION_free(handle)
    }
}
