import CSystem

/// One of a channel's addresses, and what is known of it.
struct ChannelEndpoint {
    let host: String
    let port: UInt16
    /// Calls' `:authority`, and the endpoint's name in errors.
    let authority: String
    /// To take up the last TLS session on the next connection.
    var ticket: TLSTicket?
    /// What the name last stood for: used when nobody can be asked.
    var known: [usher_address] = []
    /// Questions for the name that are under way: each holds a thread.
    var lookups = 0

    init(_ address: ChannelAddress, tlsName: String?) {
        host = address.host
        port = address.port
        let name = tlsName ?? host
        authority = name.contains(":") ? "[\(name)]:\(port)" : "\(name):\(port)"
    }
}
