import COpenSSL

/// OpenSSL's errors in words. It keeps them in a queue per thread: whoever calls the library empties that before.
enum TLSFailure {
    /// What OpenSSL refuses without our knowing better.
    static func library(_ operation: String) -> TransportError {
        TransportError(operation: operation, code: 0, message: reason(firstError()))
    }

    /// The oldest error, which is the cause of the others; 0 if there is none. Empties the queue.
    static func firstError() -> UInt {
        let code = ERR_get_error()
        ERR_clear_error()
        return code
    }

    static func reason(_ code: UInt) -> String {
        guard code != 0 else { return "OpenSSL gives no reason" }
        if ERR_GET_LIB(code) == ERR_LIB_SSL, ERR_GET_REASON(code) == SSL_R_EE_KEY_TOO_SMALL {
            return "its key is too small: RSA needs 2048 bits"
        }
        return ERR_reason_error_string(code).map { String(cString: $0) } ?? "OpenSSL error \(code)"
    }
}
