import COpenSSL

/// Why a session failed, in words for who runs the other program.
extension TLSSession {
    /// After a call failed. Empties OpenSSL's queue.
    var fault: String {
        let error = TLSFailure.firstError()
        let isServer = SSL_is_server(handle) == 1
        let verdict = SSL_get_verify_result(handle)
        if verdict != Int(X509_V_OK) { return Self.verdict(verdict, isServer: isServer) }
        guard ERR_GET_LIB(error) == ERR_LIB_SSL else { return TLSFailure.reason(error) }
        return Self.known(ERR_GET_REASON(error), isServer: isServer) ?? TLSFailure.reason(error)
    }

    private static func verdict(_ code: Int, isServer: Bool) -> String {
        let whose = isServer ? "the client's certificate" : "the server's certificate"
        switch Int32(code) {
        case X509_V_ERR_CERT_HAS_EXPIRED: return "\(whose) has expired"
        case X509_V_ERR_CERT_NOT_YET_VALID: return "\(whose) is not valid yet"
        case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH:
            return "\(whose) is for another host"
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN,
            X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE,
            X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
            return "\(whose) comes from an authority that is not trusted"
        default:
            return "\(whose) was not accepted: \(X509_verify_cert_error_string(code).map { String(cString: $0) } ?? "")"
        }
    }

    private static func known(_ reason: Int32, isServer: Bool) -> String? {
        switch reason {
        case SSL_R_WRONG_VERSION_NUMBER, SSL_R_HTTP_REQUEST, SSL_R_PACKET_LENGTH_TOO_LONG:
            return isServer ? "the client does not speak TLS" : "the server does not speak TLS"
        case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_TLSV1_ALERT_PROTOCOL_VERSION:
            return "the two sides have no version of TLS in common"
        case SSL_R_NO_SHARED_CIPHER: return "the two sides have no cipher in common"
        case SSL_R_SSLV3_ALERT_HANDSHAKE_FAILURE:
            return isServer
                ? "the client refuses the handshake"
                : "the server refuses the handshake: it may want a client certificate, or has no cipher in common"
        case SSL_R_NO_APPLICATION_PROTOCOL, SSL_R_TLSV1_ALERT_NO_APPLICATION_PROTOCOL,
            SSL_R_CALLBACK_FAILED:
            return isServer ? "the client does not ask for HTTP/2 (ALPN h2)" : noHTTP2
        case SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE: return "the client has no certificate"
        case SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED: return "the server wants a client certificate"
        case SSL_R_TLSV1_ALERT_UNKNOWN_CA, SSL_R_SSLV3_ALERT_BAD_CERTIFICATE,
            SSL_R_SSLV3_ALERT_CERTIFICATE_UNKNOWN:
            return isServer
                ? "the client does not trust the server's certificate"
                : "the server does not trust the client certificate"
        case SSL_R_SSLV3_ALERT_CERTIFICATE_EXPIRED:
            return isServer
                ? "the client says that the server's certificate has expired" : "the client certificate has expired"
        case SSL_R_UNEXPECTED_EOF_WHILE_READING: return cutOff
        default: return nil
        }
    }

    static let cutOff = "the connection ended in the middle of TLS"
    static let noHTTP2 = "the server does not speak HTTP/2 over TLS (ALPN h2)"
}
