import COpenSSL
import Synchronization

/// A server's certificates, and the authorities of its clients. They can be read again while the server runs:
/// connections that stand keep what they have, new ones get the new.
public final class ServerTLS: Sendable {
    private struct State {
        var contexts: TLSServerContexts
        var stamps: [TLSFileStamp?]
        var warnings: [String]
        var ticketKeys: TLSTicketKeys
    }

    private let identities: [TLSIdentityFiles]
    private let clientAuthorities: String?
    private let state: Mutex<State>

    /// Reads the files. `identities` are 1…64, chosen by the host that a client asks for (SNI) and the names in the
    /// certificates; the first one is for all other clients. With `clientAuthorities`, a PEM file, a client must have a
    /// certificate from one of these authorities.
    ///
    /// Throws with the file's name and what to do about it.
    public init(identities: [TLSIdentityFiles], clientAuthorities: String? = nil) throws(TransportError) {
        guard (1...Limits.tlsIdentities).contains(identities.count) else {
            throw TransportError(
                operation: "set up TLS", code: 0,
                message: "1 to \(Limits.tlsIdentities) certificates, not \(identities.count)")
        }
        self.identities = identities
        self.clientAuthorities = clientAuthorities
        let keys = try TLSTicketKeys(now: TLSTicketKeys.clock())
        state = Mutex(try Self.load(identities, clientAuthorities, keys))
    }

    /// What clients will object to: certificates that have expired or are not valid yet. One sentence each.
    public var warnings: [String] { state.withLock { $0.warnings } }

    /// True if clients must have a certificate.
    public var verifiesClients: Bool { clientAuthorities != nil }

    /// Reads all files again. If one cannot be used it throws, and everything stays as it was.
    public func reload() throws(TransportError) {
        var keys = state.withLock { $0.ticketKeys }
        try keys.renewIfOld(now: TLSTicketKeys.clock())
        let fresh = try Self.load(identities, clientAuthorities, keys)
        state.withLock { $0 = fresh }
    }

    /// Reads the files again if one of them has changed since the last try: true if it did.
    public func reloadIfChanged() throws(TransportError) -> Bool {
        let stamps = Self.stamps(identities, clientAuthorities)
        let (isChanged, keysAreOld) = state.withLock { state in
            let isChanged = state.stamps != stamps
            // A broken file is told once, not every minute.
            state.stamps = stamps
            return (isChanged, state.ticketKeys.isOld(now: TLSTicketKeys.clock()))
        }
        if isChanged || keysAreOld { try reload() }
        return isChanged
    }

    private static func load(
        _ identities: [TLSIdentityFiles], _ clientAuthorities: String?, _ keys: TLSTicketKeys
    ) throws(TransportError) -> State {
        // Stamped before they are read: a change in between is seen the next time.
        let stamps = stamps(identities, clientAuthorities)
        var read: [TLSIdentity] = []
        for files in identities { read.append(try TLSIdentity(files)) }
        var authorities: TLSAuthorities?
        if let clientAuthorities { authorities = try TLSAuthorities(clientAuthorities) }
        return State(
            contexts: try TLSServerContexts(read, clients: authorities, ticketKeys: keys.bytes), stamps: stamps,
            warnings: read.compactMap(\.warning), ticketKeys: keys)
    }

    private static func stamps(_ identities: [TLSIdentityFiles], _ clientAuthorities: String?) -> [TLSFileStamp?] {
        let paths = identities.flatMap { [$0.certificate, $0.key] } + [clientAuthorities].compactMap(\.self)
        return paths.map { TLSFileStamp($0) }
    }

    /// A session for a new connection; nil without memory.
    func makeSession() -> TLSSession? {
        state.withLock { $0.contexts }.makeSession()
    }
}
