import Testing

@testable import UsherHTTP2

/// Reading certificates, and reading them again.
@Suite("A server's certificates") struct ServerTLSTests {
    private func reason(_ identity: TLSIdentityFiles, _ authorities: String? = nil) -> String {
        do throws(TransportError) {
            _ = try ServerTLS(identities: [identity], clientAuthorities: authorities)
            return "accepted"
        } catch {
            return error.description
        }
    }

    @Test("a file that cannot be used is named, with what to do about it")
    func faults() throws {
        let authority = try TestAuthority()
        let good = try authority.issue("good")
        let other = try authority.issue("other")
        let text = try authority.write("text", Array("no certificate".utf8))
        let damaged = try authority.write(
            "damaged", Array("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n".utf8))
        let der = try authority.write("der", [0x30, 0x82, 1, 1])
        let large = try authority.write("large", [UInt8](repeating: 10, count: (1 << 20) + 1))
        let encrypted = try authority.encrypt(good, as: "encrypted")

        func certificate(_ path: String) -> String { reason(TLSIdentityFiles(certificate: path, key: good.key)) }
        func key(_ path: String) -> String { reason(TLSIdentityFiles(certificate: good.certificate, key: path)) }
        let gone = authority.path("gone")
        #expect(certificate(gone) == "read the certificate \(gone): No such file or directory")
        #expect(key(gone) == "read the key \(gone): No such file or directory")
        #expect(key(authority.folder) == "read the key \(authority.folder): Is a directory")
        #expect(
            certificate(text)
                == "use the certificate in \(text): it holds no PEM certificate (-----BEGIN CERTIFICATE-----)")
        #expect(certificate(damaged).hasPrefix("use the certificate in \(damaged): it is damaged: "))
        #expect(certificate(der).contains("it is DER, not PEM: convert it with `openssl x509 -inform der -in \(der)"))
        #expect(certificate(large) == "read the certificate \(large): it has more than 1048576 bytes")
        #expect(certificate(good.key).hasSuffix("it holds a key and no certificate: were two files swapped?"))
        #expect(key(good.certificate).hasSuffix("it holds a certificate and no key: were two files swapped?"))
        #expect(key(text) == "use the key in \(text): it holds no PEM key (-----BEGIN PRIVATE KEY-----)")
        #expect(
            key(other.key)
                == "use the key in \(other.key): it does not belong to the certificate in \(good.certificate)")
        #expect(
            key(encrypted)
                == "use the key in \(encrypted): it is encrypted: decrypt it with `openssl pkey -in \(encrypted) -out FILE`"
        )
        #expect(reason(good, text).hasPrefix("use the authorities in \(text): it holds no PEM certificate"))
        #expect(reason(good, authority.file) == "accepted")
        #expect(throws: TransportError.self) { _ = try ServerTLS(identities: []) }
    }

    @Test("a certificate that has expired is used, and a warning says so")
    func expired() throws {
        let authority = try TestAuthority()
        #expect(try ServerTLS(identities: [try authority.issue("good")]).warnings.isEmpty)
        let old = try authority.issue("old", seconds: -60)
        let warnings = try ServerTLS(identities: [old]).warnings
        #expect(warnings.count == 1)
        #expect(warnings.first?.hasPrefix("the certificate in \(old.certificate) expired on ") == true)
    }

    @Test("files that have changed are read again, and a broken one is told once and leaves things as they were")
    func changes() throws {
        let authority = try TestAuthority()
        let files = try authority.issue("server", subject: "first")
        let tls = try ServerTLS(identities: [files])
        #expect(try !tls.reloadIfChanged())
        try authority.issue("server", subject: "second", seconds: -60)
        #expect(tls.warnings.isEmpty)
        #expect(try tls.reloadIfChanged())
        #expect(tls.warnings.count == 1)
        #expect(try !tls.reloadIfChanged())

        try authority.write("server.pem", Array("rubbish".utf8))
        #expect(throws: TransportError.self) { _ = try tls.reloadIfChanged() }
        #expect(try !tls.reloadIfChanged())
        #expect(tls.warnings.count == 1)
        #expect(tls.makeSession() != nil)
        // Asked for by hand, it is told again.
        #expect(throws: TransportError.self) { try tls.reload() }
        try authority.issue("server", subject: "third")
        #expect(try tls.reloadIfChanged())
        #expect(tls.warnings.isEmpty)
    }

    @Test("ticket keys are made anew every day")
    func ticketKeys() throws {
        var keys = try TLSTicketKeys(now: 0)
        let first = keys.bytes
        #expect(Set(first).count > 1)
        try keys.renewIfOld(now: Limits.ticketKeyLife - 1)
        #expect(keys.bytes == first)
        try keys.renewIfOld(now: Limits.ticketKeyLife)
        #expect(keys.bytes != first)
        #expect(!keys.isOld(now: Limits.ticketKeyLife))
    }
}
