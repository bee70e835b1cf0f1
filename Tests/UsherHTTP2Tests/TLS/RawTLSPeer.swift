import COpenSSL
import Glibc

/// OpenSSL's own client or server on a blocking socket: what others do with our TLS, right or wrong.
final class RawTLSPeer {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    struct Options {
        /// nil offers none.
        var protocols: [String]? = ["h2"]
        /// 0 is what OpenSSL has.
        var highest: Int32 = 0
        var serverName: String?
        /// Files of the client's certificate and key.
        var certificate: String?
        var key: String?
        /// An SSL_SESSION from another peer's `ticket`.
        var ticket: OpaquePointer?
    }

    let handle: OpaquePointer

    /// A client over a connected socket, which stays the caller's. Throws with OpenSSL's reason if the handshake fails.
    init(_ socket: Int32, _ options: Options = Options()) throws {
        // OpenSSL writes to sockets that may be closed.
        signal(SIGPIPE, SIG_IGN)
        let context = SSL_CTX_new(TLS_client_method())
        // The session has a reference of its own.
        defer { SSL_CTX_free(context) }
        if let certificate = options.certificate { SSL_CTX_use_certificate_chain_file(context, certificate) }
        if let key = options.key { SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) }
        if options.highest != 0 {
            // The client itself refuses old versions at any higher level.
            SSL_CTX_set_security_level(context, 0)
            usher_tls_set_minimum_version(context, TLS1_VERSION)
        }
        handle = SSL_new(context)
        SSL_set_fd(handle, socket)
        if options.highest != 0 { SSL_ctrl(handle, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(options.highest), nil) }
        if let name = options.serverName { usher_tls_set_server_name(handle, name) }
        if let ticket = options.ticket { SSL_set_session(handle, ticket) }
        if let protocols = options.protocols {
            let list = protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
            SSL_set_alpn_protos(handle, list, UInt32(list.count))
        }
        ERR_clear_error()
        guard SSL_connect(handle) == 1 else { throw Self.failure("handshake") }
    }

    /// A server.
    init(_ socket: Int32, server: RawTLSContext) throws {
        signal(SIGPIPE, SIG_IGN)
        handle = SSL_new(server.handle)
        SSL_set_fd(handle, socket)
        ERR_clear_error()
        guard SSL_accept(handle) == 1 else { throw Self.failure("handshake") }
    }

    deinit {
        // As after a goodbye, so that the session can be resumed.
        SSL_set_shutdown(handle, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN)
        SSL_free(handle)
    }

    private static func failure(_ step: String) -> Failure {
        let code = ERR_get_error()
        let reason = ERR_reason_error_string(code).map { String(cString: $0) } ?? "the connection ended"
        return Failure(description: "\(step): \(reason)")
    }

    var isResumed: Bool { SSL_session_reused(handle) == 1 }
    var version: String { String(cString: SSL_get_version(handle)) }

    /// Who the other side is, as its certificate's subject says.
    var peerSubject: String? {
        guard let certificate = SSL_get0_peer_certificate(handle) else { return nil }
        var text = [CChar](repeating: 0, count: 256)
        X509_NAME_get_text_by_NID(X509_get_subject_name(certificate), NID_commonName, &text, Int32(text.count))
        return text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    /// The session as it is now, to resume it later. The caller frees it.
    func ticket() -> OpaquePointer? { SSL_get1_session(handle) }

    /// Throws unless all bytes were taken.
    func write(_ bytes: ArraySlice<UInt8>) throws {
        ERR_clear_error()
        let count = bytes.withUnsafeBytes { SSL_write(handle, $0.baseAddress, Int32($0.count)) }
        guard count == Int32(bytes.count) else { throw Self.failure("write") }
    }

    /// Up to `buffer.count` bytes; 0 at the end.
    func read(_ buffer: inout [UInt8]) throws -> Int {
        ERR_clear_error()
        let count = SSL_read(handle, &buffer, Int32(buffer.count))
        if count > 0 { return Int(count) }
        let reason = SSL_get_error(handle, count)
        if reason == SSL_ERROR_ZERO_RETURN { return 0 }
        throw Self.failure("read")
    }
}
