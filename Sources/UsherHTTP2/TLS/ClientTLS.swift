import COpenSSL
import Synchronization

/// A client's side of TLS: whom it trusts and who it is. May be shared by many channels. Files that change are read again
/// for new connections; while they cannot be used, as in the middle of being replaced, the last good ones hold.
public final class ClientTLS: Sendable {
    private struct State {
        var context: TLSContext
        var stamps: [TLSFileStamp?]
    }

    private let files: TLSClientFiles
    private let state: Mutex<State>
    /// The name that the server's certificate must have, in place of the host that is connected to.
    let serverName: String?

    /// Reads the files. `authorities` is a PEM file of those that are trusted, nil the system's own list. `identity` is
    /// for servers that want a client certificate. `serverName` is the name that is asked for and checked when the host
    /// that is connected to is not the one in the server's certificate; it is the calls' authority as well.
    ///
    /// Throws with the file's name and what to do about it.
    public init(
        authorities: String? = nil, identity: TLSIdentityFiles? = nil, serverName: String? = nil
    ) throws(TransportError) {
        self.serverName = serverName
        files = TLSClientFiles(authorities: authorities, identity: identity)
        // Before the files are read: what changes meanwhile is read again.
        let stamps = files.stamps
        state = Mutex(State(context: try Self.read(files), stamps: stamps))
    }

    private static func read(_ files: TLSClientFiles) throws(TransportError) -> TLSContext {
        let context = try TLSContext(.client)
        if let authorities = files.authorities {
            try context.trust(try TLSAuthorities(authorities))
        } else if SSL_CTX_set_default_verify_paths(context.handle) != 1 {
            throw TLSFailure.library("find the system's authorities")
        }
        if let identity = files.identity { try context.use(try TLSIdentity(identity)) }
        SSL_CTX_set_verify(context.handle, SSL_VERIFY_PEER, nil)
        let protocols = [UInt8(TLSContext.protocolName.count)] + TLSContext.protocolName
        // Unlike its siblings this one returns 0 when it succeeds.
        guard SSL_CTX_set_alpn_protos(context.handle, protocols, UInt32(protocols.count)) == 0 else {
            throw TLSFailure.library("set up TLS")
        }
        usher_tls_set_cache_mode(context.handle, Int(SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL))
        SSL_CTX_sess_set_new_cb(context.handle) { session, ticket in
            guard let ticket, let session = TLSSession.from(session), let take = session.onTicket else { return 0 }
            take(TLSTicket(ticket, context: session.context))
            // The reference is ours now.
            return 1
        }
        return context
    }

    /// What holds now.
    private var context: TLSContext {
        let stamps = files.stamps
        return state.withLock { state in
            guard stamps != state.stamps else { return state.context }
            do throws(TransportError) {
                state = State(context: try Self.read(files), stamps: stamps)
            } catch {
                // Half a file, or half of a pair: the next connection looks again.
            }
            return state.context
        }
    }

    /// A session for a connection to `host`; nil without memory.
    func makeSession(host: String, ticket: TLSTicket?) -> TLSSession? {
        let context = context
        guard let session = TLSSession(context, role: .client, owner: context) else { return nil }
        var name = serverName ?? host
        // The dot of a full name is no part of what certificates have.
        if name.hasSuffix(".") { name.removeLast() }
        // An address is checked as such, and never asked for by name (RFC 6066, 3).
        if X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(session.handle), name) != 1 {
            ERR_clear_error()
            SSL_set_hostflags(session.handle, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
            guard SSL_set1_host(session.handle, name) == 1, usher_tls_set_server_name(session.handle, name) == 1 else {
                return nil
            }
        }
        if let ticket, ticket.context === context { SSL_set_session(session.handle, ticket.handle) }
        return session
    }
}
