import COpenSSL
import UsherRPC

extension PeerCertificate {
    /// Reads an X509.
    init(x509 certificate: OpaquePointer) {
        self.init()
        let name = X509_get_subject_name(certificate)
        subject = TLSText.printed { usher_print_name($0, name) }
        guard let found = X509_get_ext_d2i(certificate, NID_subject_alt_name, nil, nil) else {
            ERR_clear_error()
            return
        }
        let names = OpaquePointer(found)
        defer { GENERAL_NAMES_free(names) }
        for index in 0..<min(OPENSSL_sk_num(names), Limits.alternativeNames) {
            add(OPENSSL_sk_value(names, index))
        }
    }

    private mutating func add(_ name: UnsafeMutableRawPointer?) {
        var type: Int32 = 0
        let general = name?.assumingMemoryBound(to: GENERAL_NAME.self)
        guard let value = GENERAL_NAME_get0_value(general, &type),
            type == GEN_DNS || type == GEN_URI || type == GEN_EMAIL
        else { return }
        let string = UnsafePointer(value.assumingMemoryBound(to: ASN1_STRING.self))
        let bytes = UnsafeBufferPointer(start: ASN1_STRING_get0_data(string), count: Int(ASN1_STRING_length(string)))
        // A name with a zero in it is meant to be taken for another one.
        guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else { return }
        switch type {
        case GEN_DNS: dnsNames.append(text)
        case GEN_URI: uris.append(text)
        default: emails.append(text)
        }
    }
}
