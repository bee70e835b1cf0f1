import COpenSSL

/// The authorities of a PEM file, to check the other side's certificate against.
///
/// Guard: constant after `init`; OpenSSL counts the references.
final class TLSAuthorities: @unchecked Sendable {
    let file: String
    /// X509, never empty.
    let certificates: [OpaquePointer]
    /// Tells one set of authorities from another: SHA-256 of the file.
    let digest: [UInt8]

    init(_ path: String) throws(TransportError) {
        file = path
        let read = try TLSFile(path, "authorities")
        certificates = try read.certificates()
        var digest = [UInt8](repeating: 0, count: 32)
        SHA256(read.bytes, read.bytes.count, &digest)
        self.digest = digest
    }

    deinit {
        for certificate in certificates { X509_free(certificate) }
    }
}
