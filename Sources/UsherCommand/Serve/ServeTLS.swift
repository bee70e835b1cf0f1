import UsherHTTP2

/// The certificates of `usher serve`.
enum ServeTLS {
    static let options = [
        OptionSpec(
            "tls-cert", "FILE", repeats: true,
            "speak TLS with this certificate and its chain (PEM); again with --tls-key for another host's"),
        OptionSpec(
            "tls-key", "FILE", repeats: true, "the key of the --tls-cert in the same place (PEM, not encrypted)"),
        OptionSpec("client-ca", "FILE", "let only clients in that have a certificate from these authorities (PEM)"),
    ]

    /// nil without TLS. Throws with the file's name and what to do about it.
    static func make(_ arguments: ParsedArguments) throws -> ServerTLS? {
        let (certificates, keys) = (arguments.all("tls-cert"), arguments.all("tls-key"))
        guard certificates.count == keys.count else {
            throw UsageError(
                "\(count(certificates, "--tls-cert")) and \(count(keys, "--tls-key")) do not make pairs",
                hint: "give both for each certificate, as --tls-cert server.pem --tls-key server.key")
        }
        guard !certificates.isEmpty else {
            guard arguments["client-ca"] == nil else {
                throw UsageError("--client-ca needs TLS", hint: "add --tls-cert FILE --tls-key FILE")
            }
            return nil
        }
        let identities = zip(certificates, keys).map { TLSIdentityFiles(certificate: $0, key: $1) }
        do throws(TransportError) {
            return try ServerTLS(identities: identities, clientAuthorities: arguments["client-ca"])
        } catch {
            throw CommandFailure("cannot \(error.operation): \(error.message)")
        }
    }

    private static func count(_ values: [String], _ option: String) -> String { "\(values.count) \(option)" }
}
