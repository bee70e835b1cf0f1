import COpenSSL

/// A certificate with its chain and key, read and checked.
///
/// Guard: constant after `init`; OpenSSL counts the references.
final class TLSIdentity: @unchecked Sendable {
    let files: TLSIdentityFiles
    /// X509, the leaf first; never empty.
    let certificates: [OpaquePointer]
    /// EVP_PKEY.
    let key: OpaquePointer

    /// Throws with the file's name and what to do if one cannot be used.
    init(_ files: TLSIdentityFiles) throws(TransportError) {
        self.files = files
        let keyFile = try TLSFile(files.key, "key")
        let certificates = try TLSFile(files.certificate, "certificate").certificates()
        do throws(TransportError) {
            key = try keyFile.privateKey()
        } catch {
            for certificate in certificates { X509_free(certificate) }
            throw error
        }
        self.certificates = certificates
        let fits = X509_check_private_key(certificates[0], key) == 1
        ERR_clear_error()
        guard fits else {
            throw TransportError(
                operation: "use the key in \(files.key)", code: 0,
                message: "it does not belong to the certificate in \(files.certificate)")
        }
    }

    deinit {
        for certificate in certificates { X509_free(certificate) }
        EVP_PKEY_free(key)
    }

    /// True if the certificate is for this host, by its names and wildcards.
    func serves(_ host: UnsafePointer<CChar>) -> Bool {
        X509_check_host(certificates[0], host, 0, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS), nil) == 1
    }

    /// What a client will object to: the certificate's time. nil if nothing.
    var warning: String? {
        let (begins, ends) = (X509_get0_notBefore(certificates[0]), X509_get0_notAfter(certificates[0]))
        if X509_cmp_current_time(ends) <= 0 {
            return "the certificate in \(files.certificate) expired on \(Self.text(ends))"
        }
        if X509_cmp_current_time(begins) > 0 {
            return "the certificate in \(files.certificate) is not valid before \(Self.text(begins))"
        }
        return nil
    }

    private static func text(_ time: UnsafePointer<ASN1_TIME>?) -> String {
        TLSText.printed { ASN1_TIME_print($0, time) }
    }
}
