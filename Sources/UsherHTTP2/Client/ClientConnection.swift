import CSystem
import Glibc
import UsherRPC

/// One TCP connection with its session and the calls on it. Belongs to its channel's loop.
final class ClientConnection: ReadinessHandler {
    let descriptor: Int32
    /// nil speaks without TLS and with prior knowledge of HTTP/2.
    let tls: TLSSession?
    let reactor: Reactor
    let session: ClientSession
    let channel: ChannelCore
    /// Which of the channel's addresses it goes to.
    let endpoint: Int
    let authority: String
    /// Hears how the handshake ends; nil from then on.
    private var candidate: ConnectCandidate?

    var calls: [Int32: ClientCall] = [:]
    /// True from the peer's SETTINGS on.
    private(set) var isReady = false
    /// The peer said GOAWAY or ran out of stream ids: no new calls.
    private(set) var isDraining = false
    private(set) var isClosed = false
    /// The network changed, and nothing came since: no new calls until the peer answers.
    var isInDoubt = false
    /// The ping whose answer ends the doubt.
    var doubtNumber: UInt64 = 0
    var doubtTimer: LoopTimer?
    /// Why the server takes no more calls, in its own words.
    private var farewell: String?
    private var flood: ServerFlood

    var outbound: [UInt8] = []
    var outboundSent = 0
    var watchesWrite = false
    var flushAsked = false

    var keepalive: Int64?
    /// nil while pings rest.
    var keepaliveTimer: LoopTimer?
    private(set) var lastRead: Int64
    /// nil while no answer is awaited: any byte is one.
    var pingSentAt: Int64?
    /// When the last call ended, or the connection was made.
    var idleSince: Int64
    var idleTimer: LoopTimer?

    /// Takes ownership of the connected `descriptor`.
    init(
        descriptor: Int32, tls: TLSSession?, endpoint: Int, candidate: ConnectCandidate, channel: ChannelCore
    ) throws(RPCError) {
        do throws(RPCError) {
            session = try ClientSession()
        } catch {
            usher_close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        self.tls = tls
        self.endpoint = endpoint
        self.candidate = candidate
        authority = channel.endpoints[endpoint].authority
        self.channel = channel
        reactor = channel.reactor
        lastRead = channel.reactor.now
        idleSince = lastRead
        keepalive = channel.keepalive
        flood = ServerFlood(now: lastRead)
    }

    /// Begins to talk; the candidate hears how that ends.
    func open() {
        do throws(TransportError) {
            try reactor.add(descriptor, .read, self)
        } catch {
            end(RPCError(.unavailable, "\(error)"))
            return
        }
        tls?.start()
        askFlush()
        beginTime()
    }

    // MARK: End

    /// Takes no more calls, and closes after the last.
    func drain() {
        guard !isDraining else { return }
        isDraining = true
        channel.connectionDraining(self)
        moveUnsentCalls()
        closeIfDone()
    }

    /// Calls whose turn among the server's streams has not come would wait here for the old ones' end.
    private func moveUnsentCalls() {
        let unsent = calls.values.filter { !$0.wasSent }.sorted { $0.stream < $1.stream }
        for call in unsent where remove(call.stream) != nil {
            session.bodies[call.stream] = nil
            session.reset(call.stream, code: StreamReset.cancelCode)
            call.machine.wasNeverProcessed(farewell ?? "the connection takes no more calls")
            channel.callEnded(call, connectionIsGone: true)
        }
    }

    /// Says goodbye and closes.
    func close(_ error: RPCError) {
        guard !isClosed else { return }
        session.goAway()
        // One attempt: a peer that does not read gets no goodbye.
        refill()
        tls?.sayGoodbye()
        if tls != nil { refill() }
        writeOut()
        end(error)
    }

    func closeIfDone() {
        if isDraining, calls.isEmpty, !isClosed { close(RPCError(.unavailable, "the connection was drained")) }
    }

    /// The connection is no more: its calls' outcomes are unknown, those that were not sent may go elsewhere.
    func end(_ error: RPCError) {
        guard !isClosed else { return }
        isClosed = true
        stopTime()
        reactor.remove(descriptor)
        usher_close(descriptor)
        for case .sent(let stream) in session.takeEvents() { calls[stream]?.wasSent = true }
        let orphans = calls.values.sorted { $0.stream < $1.stream }
        calls = [:]
        let candidate = candidate.take()
        if let candidate { candidate.connectionEnded(error) } else { channel.connectionEnded(self, error) }
        for call in orphans {
            if call.wasSent {
                call.machine.connectionBroke(error.message)
            } else {
                call.machine.wasNeverProcessed(error.message)
            }
            channel.callEnded(call, connectionIsGone: true)
        }
    }

    // MARK: Reading

    func ready(_ readiness: Readiness) {
        guard !isClosed else { return }
        if !readiness.isDisjoint(with: [.read, .hangup]) { readAll() }
        if readiness.contains(.write), !isClosed { flush() }
    }

    private func readAll() {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Limits.clientReadBytes) { buffer in
            for _ in 0..<Limits.clientReadsPerTick {
                let count = readBytes(buffer)
                // What was read in full pieces before may still have to be answered.
                if count == -Int(EAGAIN) { break }
                if count == 0 { return end(RPCError(.unavailable, "the server closed the connection")) }
                if count < 0 {
                    let reason = TransportError.system(Int32(-count), "read")
                    return end(RPCError(.unavailable, "the connection broke: \(reason.message)"))
                }
                lastRead = reactor.now
                pingSentAt = nil
                let bytes = UnsafeBufferPointer(rebasing: UnsafeBufferPointer(buffer)[..<count])
                if let tls { receiveSealed(bytes, tls) } else { receive(bytes) }
                if isClosed { return }
                if count < buffer.count { break }
            }
        }
        guard !isClosed else { return }
        postponeKeepalive()
        askFlush()
    }

    private func receive(_ bytes: UnsafeBufferPointer<UInt8>) {
        if !isReady, let answer = HTTP1Answer.summary(bytes) {
            return end(RPCError(.unavailable, "the server does not speak HTTP/2 here: \(answer)"))
        }
        if let offence = flood.charge(bytes, sent: session.takeSentFrames(), now: lastRead) {
            return close(RPCError(.unavailable, "the server floods its clients: \(offence)"))
        }
        let fault = session.receive(bytes)
        handleEvents()
        if let fault { close(RPCError(.unavailable, "the server broke HTTP/2: \(fault)")) }
    }

    private func receiveSealed(_ bytes: UnsafeBufferPointer<UInt8>, _ tls: TLSSession) {
        tls.input = UnsafeRawBufferPointer(bytes)
        defer { tls.input = UnsafeRawBufferPointer(start: nil, count: 0) }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Limits.openedBytes) { buffer in
            while !isClosed {
                let (count, outcome) = tls.read(into: buffer)
                if count > 0 { receive(UnsafeBufferPointer(rebasing: UnsafeBufferPointer(buffer)[..<count])) }
                if isClosed { return }
                switch outcome {
                case .bufferIsFull: break
                case .needsInput: return
                case .ended: return end(RPCError(.unavailable, "the server closed the connection"))
                case .failed(let reason):
                    // The alert that says why, if it can be sent at once.
                    refill()
                    writeOut()
                    var error = RPCError(.unavailable, "TLS with \(authority) failed: \(reason)")
                    // Who is not trusted is not trusted a moment later either.
                    if !isReady, reason != TLSSession.cutOff { error.metadata = RetryPushback.stop.metadata }
                    return end(error)
                }
            }
        }
    }

    private func readBytes(_ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        usher_receive(descriptor, buffer.baseAddress, buffer.count)
    }

    func handleEvents() {
        while true {
            let events = session.takeEvents()
            if events.isEmpty { return }
            for event in events where !isClosed { handle(event) }
        }
    }

    private func handle(_ event: ClientEvent) {
        switch event {
        case .settings:
            if isReady { return channel.roomAppeared(self) }
            isReady = true
            candidate.take()?.connectionReady(self)
        case .fields(let stream, let fields, let endsStream):
            update(stream, endsStream ? .ended : .open) { $0.machine.receive(fields: fields, endsStream: endsStream) }
        case .fieldsTooLarge(let stream): update(stream, .closed) { $0.machine.fieldsTooLarge() }
        case .data(let stream, let bytes):
            session.giveBackToConnection(bytes.count)
            update(stream, .open) { $0.receive(bytes) }
        case .dataEnded(let stream): update(stream, .ended) { $0.machine.receiveEnd() }
        case .sent(let stream): calls[stream]?.wasSent = true
        case .taken(let stream): calls[stream]?.body.tellGate()
        case .notSent(let stream):
            let reason = farewell ?? "the connection takes no more calls"
            update(stream, .closed) { $0.machine.wasNeverProcessed(reason) }
        case .closed(let stream, let code):
            let now = reactor.now
            update(stream, .closed) { call in
                call.machine.receiveClose(code: code, expired: call.deadline.map { now >= $0 } ?? false)
            }
        case .goAway(let code, let text): receiveGoAway(code, text)
        case .pong(let number): if number == doubtNumber { doubtIsOver() }
        case .gaveUp(let code):
            close(RPCError(.unavailable, "the server broke HTTP/2: \(StreamReset.name(code))"))
        }
    }

    /// What the peer may still send on a stream.
    private enum PeerSide {
        case open, ended
        /// The stream is gone in both directions.
        case closed
    }

    private func update(_ stream: Int32, _ side: PeerSide, _ change: (ClientCall) -> Void) {
        guard let call = calls[stream] else { return }
        change(call)
        guard call.machine.end != nil else { return call.deliver() }
        _ = remove(stream)
        // A stream that ended of itself is not reset: servers count resets.
        if side == .open || (side == .ended && session.bodies[stream] != nil) {
            session.reset(stream, code: StreamReset.cancelCode)
            askFlush()
        }
        channel.callEnded(call, connectionIsGone: isDraining)
        callLeft()
    }

    private func receiveGoAway(_ code: UInt32, _ text: String) {
        if code == StreamReset.enhanceYourCalmCode, text == "too_many_pings" { slowKeepalive() }
        if code != 0, !text.isEmpty {
            farewell = "the server ended the connection: \(text.prefix(Limits.farewellCharacters))"
        }
        // With these words it ends old connections, and takes new ones. The first of two GOAWAYs says nothing.
        let takesOthers = text == "max_age" || text == "max_idle"
        channel.serverGoesAway(self, takesOthers: takesOthers)
        drain()
    }
}
