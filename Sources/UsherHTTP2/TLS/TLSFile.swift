import COpenSSL
import Glibc

/// The bytes of a PEM file, and what to say when they are not what they should be.
struct TLSFile {
    let path: String
    /// `certificate`, for the errors.
    let what: String
    let bytes: [UInt8]

    init(_ path: String, _ what: String) throws(TransportError) {
        self.path = path
        self.what = what
        let operation = "read the \(what) \(path)"
        guard let file = fopen(path, "re") else { throw .system(errno, operation) }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: Limits.tlsFileBytes + 1)
        let count = fread(&bytes, 1, bytes.count, file)
        guard ferror(file) == 0 else { throw .system(errno, operation) }
        guard count <= Limits.tlsFileBytes else {
            throw TransportError(
                operation: operation, code: 0, message: "it has more than \(Limits.tlsFileBytes) bytes")
        }
        self.bytes = Array(bytes[..<count])
    }

    func holds(_ text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard bytes.count >= wanted.count else { return false }
        return (0...bytes.count - wanted.count).contains { bytes[$0...].starts(with: wanted) }
    }

    /// Calls `body` with the bytes as OpenSSL reads them.
    func withReader<Value>(_ body: (OpaquePointer?) throws(TransportError) -> Value) throws(TransportError) -> Value {
        ERR_clear_error()
        let reader = BIO_new_mem_buf(bytes, Int32(bytes.count))
        defer {
            BIO_free(reader)
            ERR_clear_error()
        }
        return try body(reader)
    }

    /// All certificates in their order. The caller frees them.
    func certificates() throws(TransportError) -> [OpaquePointer] {
        try withReader { (reader) throws(TransportError) in
            var found: [OpaquePointer] = []
            while let certificate = PEM_read_bio_X509(reader, nil, nil, nil) { found.append(certificate) }
            let error = ERR_peek_last_error()
            let isAtEnd = ERR_GET_LIB(error) == ERR_LIB_PEM && ERR_GET_REASON(error) == PEM_R_NO_START_LINE
            if isAtEnd, !found.isEmpty { return found }
            for certificate in found { X509_free(certificate) }
            throw TransportError(
                operation: "use the \(what) in \(path)", code: 0,
                message: isAtEnd ? noCertificate : "it is damaged: \(TLSFailure.reason(TLSFailure.firstError()))")
        }
    }

    private var noCertificate: String {
        if holds("PRIVATE KEY-----") { return "it holds a key and no certificate: were two files swapped?" }
        if bytes.first == 0x30 {
            return "it is DER, not PEM: convert it with `openssl x509 -inform der -in \(path) -out FILE`"
        }
        return "it holds no PEM certificate (-----BEGIN CERTIFICATE-----)"
    }

    /// The private key. The caller frees it.
    func privateKey() throws(TransportError) -> OpaquePointer {
        try withReader { (reader) throws(TransportError) in
            // OpenSSL asks the terminal for a passphrase unless somebody else answers.
            var isEncrypted = false
            let key = PEM_read_bio_PrivateKey(
                reader, nil,
                { _, _, _, asked in
                    asked!.assumingMemoryBound(to: Bool.self).pointee = true
                    return -1
                }, &isEncrypted)
            if let key { return key }
            throw TransportError(
                operation: "use the key in \(path)", code: 0,
                message: isEncrypted
                    ? "it is encrypted: decrypt it with `openssl pkey -in \(path) -out FILE`" : noKey)
        }
    }

    private var noKey: String {
        if holds("PRIVATE KEY-----") {
            return "it is damaged: \(TLSFailure.reason(TLSFailure.firstError()))"
        }
        if holds("-----BEGIN CERTIFICATE-----") {
            return "it holds a certificate and no key: were two files swapped?"
        }
        if bytes.first == 0x30 {
            return "it is DER, not PEM: convert it with `openssl pkey -inform der -in \(path) -out FILE`"
        }
        return "it holds no PEM key (-----BEGIN PRIVATE KEY-----)"
    }
}
