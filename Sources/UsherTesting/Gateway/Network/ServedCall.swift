import UsherRPC

/// The gateway's end of a call: what its handler sees.
///
/// Guard: touched on the conductor's thread alone, where handlers run as well; only the reference travels.
final class ServedCall: @unchecked Sendable {
    private let network: TestNetwork
    private let method: Method
    private let head: (metadata: Metadata, deadline: Int64?, peer: String)
    /// nil if nobody hears the answer.
    private weak var call: TestCall?
    private let conductor: Conductor
    private let linkPulse: LinkPulse

    private(set) var isOpen = true
    private var task: Task<Void, Never>?
    private var hasBegun = false
    private var headers = Metadata()
    private var trailers = Metadata()

    private var requests: [[UInt8]] = []
    private var requestEnded = false
    private var reader: CheckedContinuation<Void, Never>?
    private var writer: CheckedContinuation<Void, Never>?

    /// Waits for the client's window.
    private var unsent: [[UInt8]] = []
    /// Bytes on their way, or not taken by the client yet.
    var outstanding = 0
    private var drainedBody: (@Sendable () -> Void)?
    private var closedBody: (@Sendable () -> Void)?
    private var goingBody: (@Sendable (GoingAway) -> Void)?

    init(_ method: Method, for call: TestCall, heard: Bool = true, deadline: Int64?) {
        self.method = method
        self.call = heard ? call : nil
        network = call.link.network
        conductor = call.link.conductor
        linkPulse = call.link.pulse
        head = (call.metadata.travelling, deadline, "test:\(call.link.name)")
        if case .streaming(let body) = method.handler {
            run { [self] () async throws(RPCError) in
                try await body(serverCall, self, self)
                end(nil)
            }
        }
    }

    /// Another one of the same call, whose answer nobody hears; nil for streams, which a proxy does not repeat.
    func copy(for call: TestCall) -> ServedCall? {
        guard case .unary = method.handler else { return nil }
        return ServedCall(method, for: call, heard: false, deadline: head.deadline)
    }

    private var serverCall: ServerCall {
        ServerCall(
            path: method.path, metadata: head.metadata, deadline: head.deadline, peer: head.peer, loop: conductor,
            response: self)
    }

    // MARK: The request

    /// One message of it, or (nil) its end.
    func arrive(_ message: [UInt8]?) {
        guard isOpen else { return }
        if let message {
            guard message.count <= method.maxRequestBytes else {
                return end(
                    RPCError(
                        .resourceExhausted,
                        "a message of \(message.count) bytes is over the limit of \(method.maxRequestBytes)"))
            }
            requests.append(message)
        } else {
            requestEnded = true
        }
        switch method.handler {
        case .streaming: wakeReader()
        case .unary(let body):
            guard requestEnded, let message = onlyMessage() else { return }
            run { [self] () async throws(RPCError) in
                answer(.success(try await body(serverCall, message)))
            }
        case .feed(let body):
            guard requestEnded, let message = onlyMessage() else { return }
            run { [self] () async throws(RPCError) in try await body(serverCall, message, self) }
        }
    }

    private func onlyMessage() -> [UInt8]? {
        guard requests.count == 1 else {
            end(RPCError(.unimplemented, "this method takes exactly one message"))
            return nil
        }
        return requests.removeFirst()
    }

    /// Time stands while a handler runs; it runs on the conductor, and what it awaits elsewhere counts as running.
    private func run(_ body: @escaping @Sendable () async throws(RPCError) -> Void) {
        if let call { network.log.add(.reached, of: call) }
        conductor.hold()
        task = Task(executorPreference: conductor) { [self] in
            do throws(RPCError) {
                if !Task.isCancelled { try await body() }
            } catch {
                if case .unary = method.handler { answer(.failure(error)) } else { end(error) }
            }
            task = nil
            conductor.letGo()
        }
    }

    // MARK: The reply

    private func answer(_ result: Result<[UInt8], RPCError>) {
        guard isOpen else { return }
        let call = call
        isOpen = false
        network.isOver(self)
        call?.say(.answer(result, headers: headers, trailers: trailers))
    }

    private func begin() {
        guard !hasBegun else { return }
        hasBegun = true
        call?.say(.headers(headers))
    }

    private func put(_ message: [UInt8]) {
        guard isOpen else { return }
        begin()
        unsent.append(message)
        flush()
    }

    private func flush() {
        while isOpen, let message = unsent.first, outstanding < network.window {
            unsent.removeFirst()
            outstanding += message.count
            call?.say(.message(message))
        }
    }

    /// The client took so many bytes, or the network lost them.
    func taken(_ count: Int) {
        let wasDrained = isDrained
        outstanding -= count
        flush()
        guard !wasDrained, isDrained else { return }
        wakeWriter()
        if isOpen, let drainedBody { conductor.post(drainedBody) }
    }

    private func end(_ error: RPCError?) {
        guard isOpen else { return }
        let call = call
        // What waits for the window goes before the end; an unread stream's end is not lost with it.
        for message in unsent { call?.say(.message(message)) }
        unsent = []
        // The end counts as told before the callbacks run.
        let last = TestCall.Reply.end(error, trailers: trailers)
        close()
        call?.say(last)
    }

    /// The client is gone, or the gateway was killed: nobody hears anything any more.
    func lose() {
        guard isOpen else { return }
        unsent = []
        task?.cancel()
        close()
    }

    private func close() {
        isOpen = false
        network.isOver(self)
        wakeReader()
        wakeWriter()
        let closed = closedBody
        (closedBody, drainedBody, goingBody) = (nil, nil, nil)
        // As with the real transport: whoever ended the call may be in the middle of a loop over its channels.
        if let closed { conductor.post(closed) }
    }

    private static let gone = RPCError(.cancelled, "the call has ended")

    // MARK: Waiting (handlers of streams in both directions)

    private func wakeReader() {
        if let waiting = reader.take() { conductor.wake(waiting, ()) }
    }

    private func wakeWriter() {
        if let waiting = writer.take() { conductor.wake(waiting, ()) }
    }

    /// A handler that waits for its client does not hold time up.
    private func wait(_ place: ReferenceWritableKeyPath<ServedCall, CheckedContinuation<Void, Never>?>) async {
        conductor.letGo()
        await withCheckedContinuation { self[keyPath: place] = $0 }
    }
}

extension ServedCall: FeedChannel {
    var loop: any EventLoop { conductor }
    var isDrained: Bool { unsent.isEmpty }

    func send(_ message: FramedMessage) { put(Array(message.bytes.dropFirst(5))) }

    var pulse: any PeerPulse { linkPulse }

    /// A peer of the test network is heard at every moment while its line passes: nobody need ask.
    func listen(every nanoseconds: Int64) {}

    func finish(_ error: RPCError?) { end(error) }

    func onDrained(_ body: @escaping @Sendable () -> Void) {
        if isOpen { drainedBody = body }
    }

    func onGoingAway(_ body: @escaping @Sendable (GoingAway) -> Void) {
        if isOpen { goingBody = body }
    }

    func onClosed(_ body: @escaping @Sendable () -> Void) {
        if isOpen { closedBody = body } else { body() }
    }

    /// The connection that carries it begins to go.
    func goAway(_ reason: GoingAway) { goingBody?(reason) }
}

extension ServedCall: ResponseStream {
    func send(_ message: [UInt8], compressed: Bool) async throws(RPCError) {
        guard isOpen else { throw Self.gone }
        put(message)
        while !isDrained {
            guard isOpen, !Task.isCancelled else { throw Self.gone }
            await wait(\.writer)
        }
    }

    func sendHeaders() {
        if isOpen { begin() }
    }
}

extension ServedCall: RequestStream {
    var wasCompressed: Bool { false }

    func next() async throws(RPCError) -> [UInt8]? {
        while true {
            if !requests.isEmpty { return requests.removeFirst() }
            guard isOpen, !Task.isCancelled else { throw Self.gone }
            if requestEnded { return nil }
            await wait(\.reader)
        }
    }
}

extension ServedCall: ResponseMetadata {
    func addHeaders(_ metadata: Metadata) {
        if isOpen, !hasBegun { headers.add(metadata.travelling) }
    }

    func addTrailers(_ metadata: Metadata) {
        if isOpen { trailers.add(metadata.travelling) }
    }

    /// Nothing is compressed in one process.
    func compressReply() {}
}
