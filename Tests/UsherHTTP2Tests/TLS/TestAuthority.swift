import COpenSSL
import Glibc
import UsherHTTP2

/// An authority made for one test, with the certificates that it gives, in a folder of their own: nothing that expires
/// is kept anywhere.
///
/// Guard: one task of the test uses it at a time.
final class TestAuthority: @unchecked Sendable {
    struct Failure: Error {
        var step: String
    }

    let folder: String
    private let key: OpaquePointer
    private let certificate: OpaquePointer
    private var written: [String] = []
    private var serial = 1

    init(_ name: String = "Test Authority") throws {
        var template = Array("/tmp/usher-tls-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw Failure(step: "mkdtemp") }
        folder = String(cString: made)
        key = try Self.makeKey()
        certificate = try Self.makeCertificate(
            name, key, serial: 1, seconds: 86_400, issuer: nil, issuerKey: key,
            extensions: [
                (NID_basic_constraints, "critical,CA:TRUE"), (NID_key_usage, "critical,keyCertSign"),
                (NID_subject_key_identifier, "hash"),
            ])
        try write("ca.pem") { PEM_write_bio_X509($0, certificate) }
    }

    deinit {
        for path in written { unlink(path) }
        rmdir(folder)
        X509_free(certificate)
        EVP_PKEY_free(key)
    }

    /// The authority's own certificate.
    var file: String { path("ca.pem") }

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// A certificate and its key in `<file>.pem` and `<file>.key`. `names` as OpenSSL writes them: `DNS:localhost`,
    /// `IP:127.0.0.1`. It is valid from an hour ago until `seconds` from now, which may lie in the past.
    @discardableResult
    func issue(
        _ file: String, subject: String = "localhost", names: [String] = ["DNS:localhost", "IP:127.0.0.1"],
        seconds: Int = 3_600
    ) throws -> TLSIdentityFiles {
        serial += 1
        let own = try Self.makeKey()
        defer { EVP_PKEY_free(own) }
        let made = try Self.makeCertificate(
            subject, own, serial: serial, seconds: seconds, issuer: certificate, issuerKey: key,
            extensions: names.isEmpty ? [] : [(NID_subject_alt_name, names.joined(separator: ","))])
        defer { X509_free(made) }
        try write("\(file).pem") { PEM_write_bio_X509($0, made) }
        try write("\(file).key") { PEM_write_bio_PrivateKey($0, own, nil, nil, 0, nil, nil) }
        return TLSIdentityFiles(certificate: path("\(file).pem"), key: path("\(file).key"))
    }

    /// Writes a file of any content.
    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        try write(name) { BIO_write($0, bytes, Int32(bytes.count)) }
        return path(name)
    }

    /// The issued key, encrypted.
    func encrypt(_ identity: TLSIdentityFiles, as name: String) throws -> String {
        let reader = BIO_new_file(identity.key, "r")
        defer { BIO_free(reader) }
        guard let key = PEM_read_bio_PrivateKey(reader, nil, nil, nil) else { throw Failure(step: "read key") }
        defer { EVP_PKEY_free(key) }
        let phrase = Array("secret".utf8)
        try write(name) {
            PEM_write_bio_PKCS8PrivateKey(
                $0, key, EVP_aes_256_cbc(), phrase.map { CChar($0) }, Int32(phrase.count), nil, nil)
        }
        return path(name)
    }

    private func write(_ name: String, _ body: (OpaquePointer?) -> Int32) throws {
        // A file that a server may read meanwhile is replaced as a whole.
        let (place, draft) = (path(name), path("\(name).new"))
        guard let out = BIO_new_file(draft, "w") else { throw Failure(step: "open \(draft)") }
        let wrote = body(out)
        BIO_free(out)
        guard wrote > 0, rename(draft, place) == 0 else { throw Failure(step: "write \(place)") }
        if !written.contains(place) { written.append(place) }
    }

    private static func makeKey() throws -> OpaquePointer {
        let maker = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil)
        defer { EVP_PKEY_CTX_free(maker) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(maker) == 1, EVP_PKEY_CTX_set_group_name(maker, "P-256") == 1,
            EVP_PKEY_keygen(maker, &key) == 1, let key
        else { throw Failure(step: "make a key") }
        return key
    }

    private static func makeCertificate(
        _ subject: String, _ key: OpaquePointer, serial: Int, seconds: Int, issuer: OpaquePointer?,
        issuerKey: OpaquePointer, extensions: [(Int32, String)]
    ) throws -> OpaquePointer {
        guard let made = X509_new() else { throw Failure(step: "make a certificate") }
        X509_set_version(made, 2)
        ASN1_INTEGER_set(X509_get_serialNumber(made), serial)
        X509_gmtime_adj(X509_getm_notBefore(made), -3_600)
        X509_gmtime_adj(X509_getm_notAfter(made), seconds)
        for (part, value) in [("CN", subject), ("O", "Lumen")] {
            // 0x1000 is MBSTRING_UTF8.
            X509_NAME_add_entry_by_txt(
                X509_get_subject_name(made), part, 0x1000, Array(value.utf8), Int32(value.utf8.count), -1, 0)
        }
        X509_set_issuer_name(made, X509_get_subject_name(issuer ?? made))
        X509_set_pubkey(made, key)
        for (kind, value) in extensions {
            var context = v3_ext_ctx()
            X509V3_set_ctx(&context, issuer ?? made, made, nil, nil, 0)
            guard let part = X509V3_EXT_conf_nid(nil, &context, kind, value) else { throw Failure(step: value) }
            X509_add_ext(made, part, -1)
            X509_EXTENSION_free(part)
        }
        guard X509_sign(made, issuerKey, EVP_sha256()) > 0 else { throw Failure(step: "sign") }
        return made
    }
}
