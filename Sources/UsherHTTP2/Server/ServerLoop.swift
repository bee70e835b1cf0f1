import CSystem
import UsherRPC

/// A server's part on one loop: its listener and connections.
///
/// Guard: constants aside, touched on `reactor`'s thread alone.
final class ServerLoop: @unchecked Sendable {
    let reactor: Reactor
    let dispatch: Dispatch
    let inbound: Budget
    let outbound: Budget
    /// Connections of the whole server.
    let connectionCount: Budget
    private let peers: PeerBook
    private let exemptsLoopback: Bool
    let options: ServerConnectionOptions
    private var generator: any RandomNumberGenerator
    private let tls: ServerTLS?
    /// One read lands here; nothing stays in it.
    let readBuffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Limits.readBytes)
    /// What is sent to many streams at the moment.
    let feedFrame = FeedFrame()
    /// Memory for frames of feeds that wait for a tick's write.
    let feedBlocks = FeedBlocks()
    var answerSizes = AnswerSizes()
    /// What requests said lately.
    let heads: HeadMemory
    /// One write is put together here.
    var writeBuffer: [UInt8] = []
    /// The messages that are decompressed on this loop, by turns.
    let inflating: InflateTurns
    /// One piece of a message is decompressed into this.
    let inflateBuffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Limits.inflatePiece)
    /// Compresses small replies. Made when the first one is asked for: most servers never do.
    lazy var deflater = Gzip.Deflater()
    /// With TLS: what a read holds once it is decrypted, and storage for sealing a write.
    let openedBuffer: UnsafeMutableBufferPointer<UInt8>
    var sealBuffer: [UInt8] = []
    var runningHandlers = 0 {
        didSet { reportIfIdle() }
    }
    let pages = SessionPages()
    /// nil with a library that has other ways.
    let frameScratch = FrameScratch.isTrusted ? FrameScratch() : nil
    let awake: AwakeSessions
    private var connections: [ObjectIdentifier: ServerConnection] = [:]
    private var handshakes = HandshakeQueue<ServerConnection>(limit: Limits.maxHandshakesPerLoop)
    private var listener: ServerListener?
    private var idleBody: (() -> Void)?
    private var isDraining = false
    /// Connections that ended since memory was given back.
    private var ended = 0

    init(
        reactor: Reactor, dispatch: Dispatch, inbound: Budget, outbound: Budget, connectionCount: Budget,
        peers: PeerBook = PeerBook(), options: HTTP2Server.Options
    ) {
        self.reactor = reactor
        self.dispatch = dispatch
        heads = dispatch.makeMemory()
        self.inbound = inbound
        self.outbound = outbound
        self.connectionCount = connectionCount
        self.peers = peers
        exemptsLoopback = options.exemptsLoopback
        self.options = options.connection
        generator = options.generator
        inflating = InflateTurns(reactor)
        awake = AwakeSessions(reactor)
        tls = options.tls
        openedBuffer = .allocate(capacity: tls == nil ? 0 : Limits.openedBytes)
    }

    deinit {
        readBuffer.deallocate()
        inflateBuffer.deallocate()
        openedBuffer.deallocate()
    }

    var now: Int64 { reactor.now }
    /// The same as it was when the turn began.
    var turnTime: Int64 { reactor.turnTime }

    func random() -> UInt64 { generator.next() }

    /// Takes over a listening descriptor.
    func listen(_ descriptor: Int32) {
        writeBuffer.reserveCapacity(Limits.writeBytes * 2)
        let listener = ServerListener(loop: self, descriptor: descriptor)
        self.listener = listener
        listener.resume()
    }

    /// A client has come. `network` is nil for this machine.
    func accepted(_ descriptor: Int32, peer: String, network: PeerNetwork? = nil) {
        guard !isDraining else { return usher_close(descriptor) }
        guard connectionCount.add(1) else {
            connectionCount.subtract(1)
            return refuse(descriptor, "too many connections")
        }
        if let network, let refusal = peers.admit(network) {
            connectionCount.subtract(1)
            return refuse(descriptor, refusal.rawValue)
        }
        let session = tls?.makeSession()
        guard tls == nil || session != nil else {
            // There is no memory for one, and the client sees a connection that ends.
            connectionCount.subtract(1)
            if let network { peers.leave(network, isHandshaking: true) }
            return usher_close(descriptor)
        }
        let silence = options.keepalive.time.addingReportingOverflow(options.keepalive.timeout)
        usher_set_user_timeout(descriptor, silence.overflow ? .max : silence.partialValue)
        let connection = ServerConnection(
            loop: self, descriptor: descriptor, peer: peer, network: network, tls: session)
        do throws(TransportError) {
            try connection.open()
            connections[ObjectIdentifier(connection)] = connection
        } catch {
            // The kernel has no room to watch it: the client sees a connection that ends.
            connectionCount.subtract(1)
            if let network { peers.leave(network, isHandshaking: true) }
            return usher_close(descriptor)
        }
        guard network != nil else { return }
        let (number, evicted) = handshakes.add(connection)
        connection.handshakeNumber = number
        evicted?.close()
    }

    /// Whose limits a new connection falls under.
    func network(_ address: usher_address) -> PeerNetwork? {
        PeerNetwork(address, exemptsLoopback: exemptsLoopback)
    }

    /// Says why, if it can be said without a handshake, and closes.
    private func refuse(_ descriptor: Int32, _ reason: String) {
        if tls == nil {
            let words = ServerSession.lastWords(reason)
            // A new connection's socket has room; if not, the client sees a connection that ends.
            _ = words.withUnsafeBytes { usher_send(descriptor, $0.baseAddress, $0.count) }
        }
        _ = usher_shutdown_write(descriptor)
        usher_close(descriptor)
    }

    /// The client's first SETTINGS came.
    func handshakeDone(_ connection: ServerConnection) {
        guard let number = connection.handshakeNumber.take() else { return }
        handshakes.remove(number)
        if let network = connection.network { peers.finishHandshake(network) }
    }

    func remove(_ connection: ServerConnection) {
        guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
        let number = connection.handshakeNumber.take()
        if let number { handshakes.remove(number) }
        if let network = connection.network { peers.leave(network, isHandshaking: number != nil) }
        connectionCount.subtract(1)
        ended += 1
        if ended == Limits.endsPerReturn {
            _ = reactor.setTimer(at: now + Limits.returnPause) { [weak self] in
                usher_return_free_memory()
                self?.ended = 0
            }
        }
        reportIfIdle()
    }

    var openConnections: Int { connections.count }
    var waitingHeaderBlocks: Int { connections.values.count { $0.session.headersBegan != nil } }

    /// Stops accepting and lets the clients finish.
    func startDraining() {
        isDraining = true
        listener?.close()
        listener = nil
        for connection in Array(connections.values) { connection.startDraining(.shutdown) }
    }

    /// Ends what is left.
    func cut() {
        startDraining()
        for connection in Array(connections.values) { connection.cut(ServerStream.going) }
    }

    /// Calls `body` once no connection and no handler is left.
    func whenIdle(_ body: @escaping () -> Void) {
        idleBody = body
        reportIfIdle()
    }

    /// Handlers that do not mind being cancelled cannot hold the end up for ever.
    func stopWaiting() {
        idleBody.take()?()
    }

    private func reportIfIdle() {
        if connections.isEmpty, runningHandlers == 0 { idleBody.take()?() }
    }
}
