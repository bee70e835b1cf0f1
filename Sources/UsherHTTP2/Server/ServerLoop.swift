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
    let options: ServerConnectionOptions
    private var generator: any RandomNumberGenerator
    private let tls: ServerTLS?
    /// One read lands here; nothing stays in it.
    let readBuffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Limits.readBytes)
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
    private var connections: [ObjectIdentifier: ServerConnection] = [:]
    private var listener: ServerListener?
    private var idleBody: (() -> Void)?
    private var isDraining = false

    init(
        reactor: Reactor, dispatch: Dispatch, inbound: Budget, outbound: Budget, connectionCount: Budget,
        options: HTTP2Server.Options
    ) {
        self.reactor = reactor
        self.dispatch = dispatch
        self.inbound = inbound
        self.outbound = outbound
        self.connectionCount = connectionCount
        self.options = options.connection
        generator = options.generator
        inflating = InflateTurns(reactor)
        tls = options.tls
        openedBuffer = .allocate(capacity: tls == nil ? 0 : Limits.openedBytes)
    }

    deinit {
        readBuffer.deallocate()
        inflateBuffer.deallocate()
        openedBuffer.deallocate()
    }

    var now: Int64 { reactor.now }

    func random() -> UInt64 { generator.next() }

    /// Takes over a listening descriptor.
    func listen(_ descriptor: Int32) {
        writeBuffer.reserveCapacity(Limits.writeBytes * 2)
        let listener = ServerListener(loop: self, descriptor: descriptor)
        self.listener = listener
        listener.resume()
    }

    /// A client has come.
    func accepted(_ descriptor: Int32, peer: String) {
        let session = tls?.makeSession()
        // Without a session there is no memory for one, and the client sees a connection that ends.
        guard connectionCount.add(1), !isDraining, tls == nil || session != nil else {
            connectionCount.subtract(1)
            usher_close(descriptor)
            return
        }
        let silence = options.keepalive.time.addingReportingOverflow(options.keepalive.timeout)
        usher_set_user_timeout(descriptor, silence.overflow ? .max : silence.partialValue)
        let connection = ServerConnection(loop: self, descriptor: descriptor, peer: peer, tls: session)
        do throws(TransportError) {
            try connection.open()
            connections[ObjectIdentifier(connection)] = connection
        } catch {
            // The kernel has no room to watch it: the client sees a connection that ends.
            connectionCount.subtract(1)
            usher_close(descriptor)
        }
    }

    func remove(_ connection: ServerConnection) {
        guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
        connectionCount.subtract(1)
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
