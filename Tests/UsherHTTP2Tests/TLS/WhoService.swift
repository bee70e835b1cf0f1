import UsherRPC

/// Says who calls.
struct WhoService: Service {
    let name = "test.Who"

    var methods: [Method] {
        [
            Method(
                "AmI",
                .unary { call, _ throws(RPCError) in
                    guard let certificate = call.peerCertificate else { return [] }
                    let names = certificate.dnsNames + certificate.uris + certificate.emails
                    return Array(([certificate.subject] + names).joined(separator: "|").utf8)
                })
        ]
    }
}
