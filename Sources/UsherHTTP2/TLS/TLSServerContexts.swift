import COpenSSL

/// One state of a server's TLS: its certificates and whom it trusts, as they were read together. Replaced as a whole;
/// connections keep the one that they began with.
final class TLSServerContexts: Sendable {
    /// Chosen by the name that the client asks for. The first serves also those who ask for no name or an unknown one.
    private let choices: [(identity: TLSIdentity, context: TLSContext)]

    /// `ticketKeys` has as many bytes as OpenSSL takes: who has got a ticket from one state may use it with the next.
    init(
        _ identities: [TLSIdentity], clients: TLSAuthorities?, ticketKeys: [UInt8]
    ) throws(TransportError) {
        var choices: [(identity: TLSIdentity, context: TLSContext)] = []
        for identity in identities {
            let context = try TLSContext(.server)
            try context.use(identity)
            try Self.prepare(context, clients, ticketKeys)
            choices.append((identity, context))
        }
        self.choices = choices
        usher_tls_on_server_name(
            choices[0].context.handle,
            { session, _, contexts in
                Unmanaged<TLSServerContexts>.fromOpaque(contexts!).takeUnretainedValue().choose(session)
                return SSL_TLSEXT_ERR_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private static func prepare(
        _ context: TLSContext, _ clients: TLSAuthorities?, _ ticketKeys: [UInt8]
    ) throws(TransportError) {
        let handle = context.handle
        // Tickets hold all that is needed to resume: nothing is kept here.
        usher_tls_set_cache_mode(handle, Int(SSL_SESS_CACHE_OFF))
        var keys = ticketKeys
        // A session counts only before the authorities that verified it.
        let place = clients?.digest ?? Array("usher".utf8)
        guard usher_tls_set_ticket_keys(handle, &keys) == 1, SSL_CTX_set_num_tickets(handle, 1) == 1,
            SSL_CTX_set_session_id_context(handle, place, UInt32(place.count)) == 1
        else { throw TLSFailure.library("set up TLS") }
        SSL_CTX_set_client_hello_cb(handle, askedForProtocol, nil)
        SSL_CTX_set_alpn_select_cb(handle, chooseProtocol, nil)
        guard let clients else { return }
        try context.trust(clients)
        for certificate in clients.certificates {
            guard SSL_CTX_add_client_CA(handle, certificate) == 1 else {
                throw TLSFailure.library("use the authorities in \(clients.file)")
            }
        }
        SSL_CTX_set_verify(handle, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
    }

    /// A session for a new connection; nil without memory.
    func makeSession() -> TLSSession? {
        TLSSession(choices[0].context, role: .server, owner: self)
    }

    // MARK: Callbacks of the handshake

    private func choose(_ session: OpaquePointer?) {
        guard choices.count > 1, let name = SSL_get_servername(session, TLSEXT_NAMETYPE_host_name) else { return }
        let choice = choices.first { $0.identity.serves(name) }
        if let choice { SSL_set_SSL_CTX(session, choice.context.handle) }
    }

    /// HTTP/2 over TLS needs the client to ask for it (RFC 9113, 3.2). gRPC's own servers refuse clients that do not,
    /// and so do we, before any key is computed.
    private static let askedForProtocol: SSL_client_hello_cb_fn = { session, alert, _ in
        var bytes: UnsafePointer<UInt8>?
        var count = 0
        let asks = SSL_client_hello_get0_ext(
            session, UInt32(TLSEXT_TYPE_application_layer_protocol_negotiation), &bytes, &count)
        if asks == 1 { return SSL_CLIENT_HELLO_SUCCESS }
        alert?.pointee = SSL_AD_NO_APPLICATION_PROTOCOL
        return SSL_CLIENT_HELLO_ERROR
    }

    /// Finds `h2` in the client's list: names, each behind its length.
    private static let chooseProtocol: SSL_CTX_alpn_select_cb_func = { _, chosen, chosenCount, list, count, _ in
        let list = UnsafeBufferPointer(start: list, count: Int(count))
        var rest = list[...]
        while let length = rest.popFirst(), rest.count >= Int(length) {
            let name = rest.prefix(Int(length))
            if name.elementsEqual(TLSContext.protocolName) {
                chosen!.pointee = list.baseAddress! + name.startIndex
                chosenCount!.pointee = length
                return SSL_TLSEXT_ERR_OK
            }
            rest = rest.dropFirst(Int(length))
        }
        return SSL_TLSEXT_ERR_ALERT_FATAL
    }
}
