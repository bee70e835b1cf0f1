import UsherHTTP2

extension ClientTLSOptions {
    /// Reads the files.
    func transportOptions() throws(TransportError) -> ClientTLS {
        let identity: TLSIdentityFiles?
        switch (certificateFile, keyFile) {
        case (let certificate?, let key?): identity = TLSIdentityFiles(certificate: certificate, key: key)
        case (nil, nil): identity = nil
        case (let certificate?, nil):
            throw TransportError(
                operation: "use the certificate \(certificate)", code: 0, message: "its key is missing")
        case (nil, let key?):
            throw TransportError(operation: "use the key \(key)", code: 0, message: "its certificate is missing")
        }
        return try ClientTLS(authorities: authoritiesFile, identity: identity, serverName: serverName)
    }
}
