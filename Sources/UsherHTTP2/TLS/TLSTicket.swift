import COpenSSL

/// What a server gave us to take up a session on the next connection. Used once.
final class TLSTicket {
    /// The SSL_SESSION.
    let handle: OpaquePointer
    /// The context that it was given to: with other files it would be somebody else's.
    let context: AnyObject

    /// Takes over a reference.
    init(_ handle: OpaquePointer, context: AnyObject) {
        self.handle = handle
        self.context = context
    }

    deinit {
        SSL_SESSION_free(handle)
    }
}
