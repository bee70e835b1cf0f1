import CNghttp2
import CSystem
import UsherRPC

/// One client's connection: its socket, its session, and what is owed to both. Belongs to one loop for life.
final class ServerConnection: ReadinessHandler {
    enum State {
        case open
        /// Ends once what is encoded has left.
        case closing
        /// Our side is closed; what the peer still sends is dropped, so that it can read our last words.
        case lingering
        case closed
    }

    let loop: ServerLoop
    let session: ServerSession
    let descriptor: Int32
    /// The peer's address as text.
    let peer: String
    /// What it counts for; nil on this machine.
    let network: PeerNetwork?
    /// Its place among the loop's unfinished handshakes, if it has one.
    var handshakeNumber: Int?
    /// nil without TLS.
    let tls: TLSSession?
    var state = State.open

    // Writing
    /// What is encoded and did not fit in the socket.
    var pending: [UInt8] = []
    var pendingCount: Int { pending.count }
    var writtenBytes = 0
    /// What the socket took so far.
    var sentBytes: Int { writtenBytes + session.directBytes }
    /// True while the socket takes no more.
    var isBlocked = false
    /// True from the socket's being full until the streams were told that it has room.
    var wasBlocked = false
    private var isFlushRequested = false
    /// True if nghttp2 or a stream has something to say; false if no more than frames of feeds wait.
    private var mustProduce = false
    /// Streams that queued something since the last write.
    var queuedStreams: [ServerStream] = []
    /// Answer bytes that wait on the connection's streams.
    var outboundBytes = 0 {
        didSet { if abs(outboundBytes - bookedOutbound) >= Limits.bytesPerTick { bookOutbound() } }
    }
    /// What of them is in the process's books.
    private var bookedOutbound = 0

    /// Empty; storage for the session's next events.
    private var spareEvents: [ServerSession.Event] = []

    // Calls
    var runningHandlers = 0 {
        didSet { loop.runningHandlers += runningHandlers - oldValue }
    }

    // Abuse
    private var frameAbuse: FrameAbuse
    /// Calls whose request or answer did not go on.
    var stalls: RateLimiter
    var drainWatch = DrainWatch()
    /// Streams whose call has ended and whose answer has not left.
    var owedAnswers = 0
    /// When the next unfinished request must be looked at.
    var requestsDue = Int64.max
    var smallAnswers = AnswerLane(limit: Limits.maxWorkingHandlers)
    var largeAnswers = AnswerLane(limit: Limits.maxWorkingHandlers)
    var feedGate = HandlerGate(limit: Limits.maxStartingFeeds)

    // Time
    var timer: LoopTimer?
    /// Due when the peer must have gone on with what it owes.
    var patience: LoopTimer?
    let opened: Int64
    var life: ConnectionLife
    /// For those who ask from other threads; nil until somebody does.
    private var heardPulse: ConnectionPulse?
    var drain = Drain.none
    var drainReason = GoingAway.shutdown
    private var lingered = 0

    init(loop: ServerLoop, descriptor: Int32, peer: String, network: PeerNetwork?, tls: TLSSession?) {
        self.loop = loop
        self.descriptor = descriptor
        self.peer = peer
        self.network = network
        self.tls = tls
        session = ServerSession(loop: loop)
        let now = loop.now
        frameAbuse = FrameAbuse(now: now)
        stalls = RateLimiter(Limits.stalls, now: now)
        opened = now
        life = ConnectionLife(loop.options, now: now, random: loop.random())
    }

    /// Registers with the loop. On a throw the caller closes the descriptor.
    func open() throws(TransportError) {
        try loop.reactor.add(descriptor, .read, self)
        lookLater()
        expectPeer()
        requestFlush()
    }

    // MARK: Reading

    func ready(_ readiness: Readiness) {
        if readiness.contains(.write), state != .lingering { flush() }
        if !readiness.isDisjoint(with: [.read, .hangup]) { read() }
    }

    private func read() {
        for _ in 0..<Limits.readsPerTick {
            guard state != .closed else { return }
            let buffer = loop.readBuffer
            let count = usher_receive(descriptor, buffer.baseAddress, buffer.count)
            if count == -USHER_WOULD_BLOCK { return }
            guard count > 0 else { return peerEnded(count) }
            // TLS's own words are signs of the peer as well.
            heardPulse?.heard(now: loop.now)
            if state == .open {
                let bytes = UnsafeBufferPointer(rebasing: buffer[..<count])
                if let tls { receiveSealed(bytes, tls) } else { receive(bytes) }
            } else {
                lingered += count
                if lingered > Limits.lingerBytes { return close() }
            }
            if count < buffer.count { return }
        }
    }

    /// Nothing more can be read: `code` is 0 after a FIN, else a negative errno. An end that the peer sent is a sign of it;
    /// a network that gave up is none.
    func peerEnded(_ code: Int) {
        if code == 0 || code == -USHER_RESET { heardPulse?.heard(now: loop.now) }
        close()
    }

    /// When the peer was last heard.
    var pulse: ConnectionPulse {
        if let heardPulse { return heardPulse }
        let pulse = ConnectionPulse(loop.reactor, lastHeard: life.lastHeard)
        heardPulse = pulse
        return pulse
    }

    func receive(_ bytes: UnsafeBufferPointer<UInt8>) {
        let now = loop.turnTime
        life.heard(now: now)
        defer { book() }
        session.settleFeeds()
        writeSettled()
        let result = session.receive(bytes)
        handleEvents()
        guard state == .open else { return }
        if handshakeNumber != nil, !isHandshaking { loop.handshakeDone(self) }
        // Our reason says more than nghttp2's.
        guard chargeForFrames(now) else { return }
        if result < 0 { return refuse(result, bytes) }
        session.giveWindowsBack()
        if session.unfinishedRequests > 0 { requestsDue = min(requestsDue, now + Limits.requestPatience) }
        if isHandshaking || session.headersBegan != nil || session.unfinishedRequests > 0 { expectPeer() }
        if session.wantsWrite || !session.isAlive { requestFlush() }
    }

    private func chargeForFrames(_ now: Int64) -> Bool {
        let counts = session.counts
        session.counts = FrameCounts()
        if let offence = frameAbuse.charge(counts, now: now) {
            terminate(NGHTTP2_ENHANCE_YOUR_CALM, offence)
            return false
        }
        guard !session.isOverPinged else {
            terminate(NGHTTP2_ENHANCE_YOUR_CALM, Self.tooManyPings)
            return false
        }
        return true
    }

    // MARK: Events

    private func handleEvents() {
        while !session.events.isEmpty {
            // The storage is used again: an idle connection's next event costs no allocation.
            var events: [ServerSession.Event] = []
            swap(&events, &spareEvents)
            swap(&events, &session.events)
            for event in events {
                if state != .closed {
                    handle(event)
                } else if case .closed(let stream) = event {
                    stream.lose(session)
                }
            }
            events.removeAll(keepingCapacity: true)
            spareEvents = events
        }
    }

    /// A step is over: the process's books follow what the connection holds. Within a step it holds little more than the
    /// books say, unless they were asked.
    private func book() {
        session.bookInbound()
        bookOutbound()
    }

    func bookOutbound() {
        let change = outboundBytes - bookedOutbound
        bookedOutbound = outboundBytes
        if change > 0 {
            _ = loop.outbound.add(change)
        } else if change < 0 {
            loop.outbound.subtract(-change)
        }
    }

    private func handle(_ event: ServerSession.Event) {
        switch event {
        case .head(let stream):
            // Reset in the same read: nobody asks any more.
            if !stream.isGone { stream.begin(on: self) }
        case .start(let stream): if !stream.isGone { stream.start() }
        case .wake(let stream): if !stream.isGone { stream.reader.take()?.resume() }
        case .fail(let stream): if !stream.isGone { stream.end(stream.failure.take()) }
        case .plainRequestRead(let stream): if !stream.isGone { stream.answerPlainly() }
        case .answered(let stream): session.closeIfHalfOpen(stream)
        case .notSent(let stream): if !stream.isGone { session.reset(stream, NGHTTP2_INTERNAL_ERROR) }
        case .closed(let stream):
            life.streamEnded(now: loop.turnTime)
            stream.lose(session)
        case .goawaySent: if drain == .noticed { session.submitDrainPing() }
        case .drainHeard: sendFinalGoaway()
        }
    }

    /// A handler took a message: the window may open again.
    func messageTaken(_ stream: ServerStream) {
        session.account(stream)
        session.endUpload(stream)
        session.giveWindowBack(stream)
        if session.wantsWrite { requestFlush() }
    }

    // MARK: Writing

    /// Writes at the end of the tick.
    func requestFlush() {
        mustProduce = true
        requestWrite()
    }

    /// The same for frames of feeds alone.
    func requestWrite() {
        guard !isFlushRequested, state == .open || state == .closing else { return }
        isFlushRequested = true
        // A full socket says itself when it has room.
        if !isBlocked { loop.reactor.flushAtEndOfTick(self) }
    }

    /// The stream has something to say that it had not before.
    func streamQueued(_ stream: ServerStream) {
        if !stream.isQueued {
            stream.isQueued = true
            queuedStreams.append(stream)
        }
        requestFlush()
    }

    func flush() {
        isFlushRequested = false
        guard state == .open || state == .closing else { return }
        defer { book() }
        guard writePending() else { return }
        if !isSecured { return flushHandshake() }
        if !mustProduce, !wasBlocked, session.readyBytes > 0 { return flushFrames() }
        mustProduce = false
        session.settleFeeds()
        session.hasSpoken = false
        var budget = Limits.bytesPerFlush
        while budget > 0 {
            loop.writeBuffer.removeAll(keepingCapacity: true)
            session.takeReady(into: &loop.writeBuffer)
            let works = session.produce(into: &loop.writeBuffer, limit: Limits.writeBytes)
            handleEvents()
            guard works, !session.isBroken, state != .closed else { return close() }
            // Resets that the client provoked leave here: a tick of reading may have brought thousands.
            if state == .open, session.counts.isUrgent { _ = chargeForFrames(loop.now) }
            guard seal() else { return close() }
            if loop.writeBuffer.isEmpty { break }
            budget -= loop.writeBuffer.count
            guard writeBuffer() else { break }
        }
        guard state != .closed else { return }
        settleStreams()
        giveTurns()
        if owedAnswers > 0 { expectPeer() }
        if budget <= 0 { requestFlush() }
        if !isBlocked, budget > 0, state == .closing || !session.isAlive { linger() }
    }

    // MARK: Ending

    /// Says why and closes; what ran is cancelled.
    func terminate(_ code: nghttp2_error_code, _ text: String) {
        guard state == .open else { return }
        guard isSecured else { return close() }
        state = .closing
        session.submitGoaway(code, text)
        for stream in Array(session.streams.values) { stream.lose(session) }
        setTimer(Limits.linger) { $0.close() }
        requestFlush()
    }

    /// Writes what is left to say, then closes.
    func closeWhenFlushed() {
        guard state == .open else { return }
        state = .closing
        setTimer(Limits.linger) { $0.close() }
        requestFlush()
    }

    func linger() {
        sayGoodbye()
        state = .lingering
        loseStreams()
        usher_shutdown_write(descriptor)
        setTimer(Limits.linger) { $0.close() }
    }

    /// Ends at once.
    func close() {
        guard state != .closed else { return }
        state = .closed
        if let timer { loop.reactor.cancel(timer) }
        timer = nil
        if let patience { loop.reactor.cancel(patience) }
        patience = nil
        loop.reactor.remove(descriptor)
        usher_close(descriptor)
        pending = []
        handleEvents()
        loseStreams()
        session.dropReady()
        book()
        loop.awake.remove(session)
        loop.remove(self)
    }

    private func loseStreams() {
        for stream in Array(session.streams.values) { stream.lose(session) }
    }
}
