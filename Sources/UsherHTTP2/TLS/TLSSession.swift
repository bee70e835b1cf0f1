import COpenSSL
import UsherRPC

/// One connection's TLS: a transform between what the socket carries and what HTTP/2 says. It does no I/O and holds no
/// bytes of its own but for an unfinished record, so the connection's reads, writes and bounds stay what they are
/// without TLS. Belongs to one loop.
final class TLSSession {
    /// Why `read` returned.
    enum Outcome: Equatable {
        /// The input is used up.
        case needsInput
        /// There may be more.
        case bufferIsFull
        /// The peer said that it sends no more.
        case ended
        /// The peer broke TLS, or we do not trust it. What we have to say about it is in the output.
        case failed(String)
    }

    /// The SSL.
    let handle: OpaquePointer
    /// Callbacks of handshakes point into it.
    let context: AnyObject
    /// What `read` has not used yet; valid while `read` is called.
    var input = UnsafeRawBufferPointer(start: nil, count: 0)
    /// Records for the socket.
    private(set) var output: [UInt8] = []
    /// True once the handshake is done.
    private(set) var isEstablished = false
    /// True from a fault on: nothing can be said any more but what is in the output.
    private(set) var isBroken = false
    /// Handshake messages that came after that: what a peer may make us compute has a bound.
    private var lateSteps = 0
    /// The peer's certificate, if it was asked for and verified.
    private(set) var peerCertificate: PeerCertificate?
    /// Client: takes tickets for the next connection.
    var onTicket: ((TLSTicket) -> Void)?

    /// The first byte of a connection that speaks TLS: a record of a handshake.
    static let firstByte: UInt8 = 22

    /// True until `read` or `start` is called.
    var isUntouched: Bool { SSL_in_before(handle) == 1 }
    /// True while HTTP/2 may be sealed.
    var carries: Bool { isEstablished && !isBroken }

    /// nil without memory. `owner` lives as long as the session.
    init?(_ context: TLSContext, role: TLSContext.Role, owner: AnyObject) {
        ERR_clear_error()
        guard let made = SSL_new(context.handle) else { return nil }
        handle = made
        self.context = owner
        guard let bio = TLSRecordBIO.make(for: self) else { return nil }
        // One for both directions; the SSL owns it.
        SSL_set_bio(handle, bio, bio)
        SSL_set_ex_data(handle, 0, Unmanaged.passUnretained(self).toOpaque())
        if role == .server { SSL_set_accept_state(handle) } else { SSL_set_connect_state(handle) }
    }

    deinit {
        // A session that ends without a goodbye could not be resumed otherwise; HTTP/2 has its own.
        if carries { SSL_set_shutdown(handle, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN) }
        SSL_free(handle)
    }

    /// The session of an SSL in one of its callbacks.
    static func from(_ handle: OpaquePointer?) -> TLSSession? {
        SSL_get_ex_data(handle, 0).map { Unmanaged<TLSSession>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: Reading

    /// Continues the handshake or decrypts, from `input`, until that is used up or `buffer` is full.
    func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> (count: Int, outcome: Outcome) {
        let result = readRecords(into: buffer)
        if case .failed = result.outcome { isBroken = true }
        return result
    }

    private func readRecords(into buffer: UnsafeMutableBufferPointer<UInt8>) -> (count: Int, outcome: Outcome) {
        var filled = 0
        while filled < buffer.count {
            ERR_clear_error()
            var count = 0
            let code = SSL_read_ex(handle, buffer.baseAddress! + filled, buffer.count - filled, &count)
            if !isEstablished, SSL_is_init_finished(handle) == 1 {
                if let fault = establish() { return (0, .failed(fault)) }
            }
            if code == 1 {
                filled += count
                continue
            }
            switch SSL_get_error(handle, code) {
            case SSL_ERROR_WANT_READ: return (filled, lateSteps > Limits.lateHandshakeSteps ? Self.flood : .needsInput)
            case SSL_ERROR_ZERO_RETURN: return (filled, .ended)
            default: return (filled, .failed(fault))
            }
        }
        return (filled, .bufferIsFull)
    }

    private static let flood = Outcome.failed("too many handshake messages")

    private func establish() -> String? {
        isEstablished = true
        guard SSL_is_server(handle) == 1 else { return speaksHTTP2 ? nil : Self.noHTTP2 }
        guard let certificate = SSL_get0_peer_certificate(handle) else { return nil }
        // A resumed session brings the certificate of the first one, which may have run out meanwhile.
        guard X509_cmp_current_time(X509_get0_notAfter(certificate)) > 0 else {
            return "the client's certificate has expired"
        }
        peerCertificate = PeerCertificate(x509: certificate)
        return nil
    }

    /// Client: a server may finish the handshake without choosing a protocol.
    private var speaksHTTP2: Bool {
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(handle, &name, &count)
        return UnsafeBufferPointer(start: name, count: Int(count)).elementsEqual(TLSContext.protocolName)
    }

    func handshakeStepped() {
        if isEstablished { lateSteps += 1 }
    }

    /// True if this connection took up an earlier one's keys.
    var isResumed: Bool { SSL_session_reused(handle) == 1 }

    // MARK: Writing

    /// Client: puts the first words of the handshake into the output.
    func start() {
        ERR_clear_error()
        SSL_do_handshake(handle)
    }

    /// Replaces the bytes in `buffer` by the records that carry them, behind those that wait in the output. `spare` is
    /// storage for that. False if TLS failed.
    func seal(_ buffer: inout [UInt8], spare: inout [UInt8]) -> Bool {
        guard !buffer.isEmpty || !output.isEmpty else { return true }
        spare.removeAll(keepingCapacity: true)
        spare.append(contentsOf: output)
        output = []
        swap(&output, &spare)
        let works = buffer.isEmpty || write(buffer)
        swap(&output, &spare)
        swap(&buffer, &spare)
        return works
    }

    /// Appends what waits in the output to `records`, and then the records that carry `bytes`. False if TLS failed.
    func seal(_ bytes: [UInt8], onto records: inout [UInt8]) -> Bool {
        records.append(contentsOf: output)
        output = []
        guard !bytes.isEmpty else { return true }
        swap(&output, &records)
        defer { swap(&output, &records) }
        return write(bytes)
    }

    private func write(_ bytes: [UInt8]) -> Bool {
        ERR_clear_error()
        var count = 0
        let code = SSL_write_ex(handle, bytes, bytes.count, &count)
        return code == 1 && count == bytes.count
    }

    func append(toOutput bytes: UnsafeRawBufferPointer) {
        output.append(contentsOf: bytes)
    }

    /// Says that nothing follows.
    func sayGoodbye() {
        guard carries else { return }
        ERR_clear_error()
        SSL_shutdown(handle)
    }
}
