import UsherCore
import UsherRPC

/// One call as its client has it, and the line to the gateway's end of it.
///
/// Guard: touched on the conductor's thread alone; only the reference travels.
final class TestCall: @unchecked Sendable {
    /// What comes back from the gateway.
    enum Reply {
        /// Everything that a unary method says.
        case answer(Result<[UInt8], RPCError>, headers: Metadata, trailers: Metadata)
        case headers(Metadata)
        case message([UInt8])
        case end(RPCError?, trailers: Metadata)
    }

    let link: TestLink
    /// 1, 2, 3 … of its link.
    let number: UInt64
    let path: String
    let metadata: Metadata
    let options: CallOptions
    let replyKind: ClientCallMachine.Reply

    private(set) var headers: Metadata?
    private(set) var trailers = Metadata()
    /// Set once; `.success` is OK.
    private(set) var end: Result<Void, RPCError>?
    private var inbox: [[UInt8]] = []
    private var inboxHead = 0
    private var deadline: Int64?
    private var timer: UInt64?

    var onMessage: ((Result<[UInt8]?, RPCError>) -> Void)?
    var onHeaders: ((Result<Metadata, RPCError>) -> Void)?
    var onReply: ((Result<UnaryReply, RPCError>) -> Void)?

    /// Of the request, until it leaves.
    private var outbox: [[UInt8]] = []
    private var outboxEnded = false
    private var isOpen = false

    /// To the gateway: messages, and nil for the end of the request.
    let up: TestPipe<[UInt8]?>
    let down: TestPipe<Reply>
    /// The gateway's end, once the call is there.
    var served: ServedCall?
    /// What the request's first message does at the gateway's end.
    private var arrivesTwice = false
    /// The request waits for the next one.
    private(set) var isShelved = false
    var messages: (up: UInt64, down: UInt64) = (0, 0)
    let shelf: Shelf

    init(
        link: TestLink, number: UInt64, path: String, request: [UInt8]?, metadata: Metadata, options: CallOptions,
        reply: ClientCallMachine.Reply
    ) {
        self.link = link
        self.number = number
        self.path = path
        self.metadata = metadata
        self.options = options
        replyKind = reply
        up = TestPipe(link.conductor)
        down = TestPipe(link.conductor)
        shelf = Shelf(link.conductor)
        if let request {
            outbox = [request]
            outboxEnded = true
        }
        up.deliver = { [unowned self] in arrive($0) }
        down.deliver = { [unowned self] in receive($0) }
    }

    /// `LockSeats`
    var method: String { String(path.split(separator: "/").last ?? "") }

    var hasEnded: Bool { end != nil }

    // MARK: The request

    /// The caller's patience begins.
    func begin() {
        guard let timeout = options.timeout else { return }
        let (due, overflow) = link.conductor.now.addingReportingOverflow(max(0, timeout))
        deadline = overflow ? .max : due
        timer = link.conductor.setTimer(at: deadline!) { [weak self] in
            guard let self else { return }
            let name = isOpen ? nil : link.network.name
            finish(
                RPCError(
                    .deadlineExceeded, name.map { "\($0) did not answer before the deadline" } ?? "the deadline passed")
            )
        }
    }

    /// There is a connection: the call goes out.
    func open() {
        isOpen = true
        link.network.log.add(.called, of: self)
        flushOutbox()
    }

    func send(_ message: [UInt8]) {
        guard !hasEnded else { return }
        outbox.append(message)
        flushOutbox()
    }

    func finishSending() {
        outboxEnded = true
        flushOutbox()
    }

    private func flushOutbox() {
        guard isOpen, !hasEnded else { return }
        let messages = outbox
        outbox = []
        var hasPassed = false
        for message in messages where goUp(message) { hasPassed = true }
        if outboxEnded { up.put(nil) }
        // Not before its end has passed too: only then it is what the others wait for.
        if hasPassed { network.requestShelf.somethingPassed() }
    }

    private var network: TestNetwork { link.network }

    /// False if the message does not go, or not yet.
    private func goUp(_ message: [UInt8]) -> Bool {
        messages.up += 1
        let latency = network.latency(link)
        guard let fault = network.fault(self, .request, messages.up) else {
            up.put(message, delay: latency)
            return true
        }
        switch fault {
        case .drop, .cut: finish(.broken)
        case .swallow: up.mute()
        case .delay(let span): up.put(message, delay: TimeSpan(nanoseconds: latency.nanoseconds &+ span.nanoseconds))
        case .duplicate:
            arrivesTwice = true
            up.put(message, delay: latency)
            return true
        case .reorder:
            isShelved = true
            link.lineChanged(for: self)
            up.put(message, delay: latency)
            network.requestShelf.keep { [weak self] in
                guard let self else { return }
                isShelved = false
                link.lineChanged(for: self)
            }
        case .fail(let error): finish(error)
        }
        return false
    }

    /// A message of the request, or its end, reaches the gateway.
    private func arrive(_ message: [UInt8]?) {
        guard !hasEnded else { return }
        if served == nil {
            served = link.network.serve(self, deadline: deadline)
            if arrivesTwice, let message { link.network.serveAgain(self, message) }
        }
        served?.arrive(message)
    }

    // MARK: The reply

    /// The gateway's end says something.
    func say(_ reply: Reply) {
        let latency = network.latency(link)
        switch reply {
        case .answer: messages.down += 1
        case .message: messages.down += 1
        case .headers, .end:
            shelf.release()
            return down.put(reply, delay: latency)
        }
        guard let fault = network.fault(self, .answer, messages.down) else {
            down.put(reply, delay: latency)
            return somethingPassed(reply)
        }
        switch fault {
        case .drop: if isUnary(reply) { finish(.broken) } else { forgo(reply) }
        case .cut: finish(.broken)
        case .swallow: down.mute()
        case .delay(let span): down.put(reply, delay: TimeSpan(nanoseconds: latency.nanoseconds &+ span.nanoseconds))
        case .duplicate:
            down.put(reply, delay: latency)
            // A second answer to a unary call would be no gRPC; a stream's event may come again.
            if case .message(let bytes) = reply {
                served?.outstanding += bytes.count
                down.put(reply, delay: latency)
            }
        case .reorder:
            let shelf = isUnary(reply) ? network.answerShelf : shelf
            return shelf.keep { [weak self] in self?.down.put(reply, delay: latency) }
        case .fail(let error): finish(error)
        }
        somethingPassed(reply)
    }

    private func isUnary(_ reply: Reply) -> Bool {
        if case .answer = reply { true } else { false }
    }

    private func somethingPassed(_ reply: Reply) {
        if isUnary(reply) { link.network.answerShelf.somethingPassed() } else { shelf.somethingPassed() }
    }

    /// The network lost it; the gateway's window opens all the same.
    private func forgo(_ reply: Reply) {
        if case .message(let bytes) = reply { served?.taken(bytes.count) }
    }

    private func receive(_ reply: Reply) {
        guard !hasEnded else { return }
        link.heard()
        switch reply {
        case .headers(let found): headers = found
        case .message(let bytes):
            guard takes(bytes) else { return }
            inbox.append(bytes)
        case .answer(let result, let found, let after):
            trailers = after
            switch result {
            case .success(let bytes):
                headers = found
                guard takes(bytes) else { return }
                inbox.append(bytes)
                return finish(nil)
            case .failure(let error): return finish(StatusPassage.received(error, trailers: after))
            }
        case .end(let error, let after):
            trailers = after
            return finish(error.map { StatusPassage.received($0, trailers: after) })
        }
        deliver()
    }

    private func takes(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > options.maxReplyBytes else { return true }
        finish(
            RPCError(
                .resourceExhausted,
                "a message of \(bytes.count) bytes is over the limit of \(options.maxReplyBytes)"))
        return false
    }

    /// Hands out what is there to whoever waits.
    func deliver() {
        if let waiting = onHeaders, headers != nil || hasEnded {
            onHeaders = nil
            waiting(headers.map { .success($0) } ?? end.map { $0.map { Metadata() } } ?? .success(Metadata()))
        }
        if let waiting = onMessage, replyKind == .many || hasEnded {
            if inboxHead < inbox.count, replyKind == .many || isOK {
                onMessage = nil
                waiting(.success(takeMessage()))
            } else if let end {
                onMessage = nil
                waiting(end.map { nil })
            }
        }
        if let waiting = onReply, let end {
            onReply = nil
            waiting(unaryReply(end))
        }
    }

    private func unaryReply(_ end: Result<Void, RPCError>) -> Result<UnaryReply, RPCError> {
        switch end {
        case .failure(let error): .failure(error)
        case .success:
            if inboxHead + 1 == inbox.count {
                .success(
                    UnaryReply(message: takeMessage(), headers: headers ?? Metadata(), trailers: trailers))
            } else {
                .failure(RPCError(.unimplemented, "the peer did not send exactly one reply"))
            }
        }
    }

    private var isOK: Bool {
        if case .success = end { true } else { false }
    }

    private func takeMessage() -> [UInt8] {
        let message = inbox[inboxHead]
        inbox[inboxHead] = []
        inboxHead += 1
        if inboxHead == inbox.count { (inbox, inboxHead) = ([], 0) }
        served?.taken(message.count)
        return message
    }

    // MARK: The end

    /// Ends the call for its caller, whatever the gateway thinks of it.
    func finish(_ error: RPCError?) {
        guard end == nil else { return }
        if let timer { link.conductor.cancelTimer(timer) }
        timer = nil
        if var error {
            error.isCommitted = headers != nil
            end = .failure(error)
            if error.code == .cancelled { (inbox, inboxHead) = ([], 0) }
        } else {
            end = .success(())
        }
        link.network.log.add(.ended(error?.code ?? .ok), of: self)
        up.mute()
        down.mute()
        shelf.clear()
        let gone = served
        served = nil
        gone?.lose()
        link.ended(self)
        deliver()
    }

    func cancel() {
        finish(RPCError(.cancelled, "the caller cancelled the call"))
        (inbox, inboxHead) = ([], 0)
    }
}

extension RPCError {
    /// The outcome of the call is unknown.
    static let broken = RPCError(.unavailable, "the connection broke: Connection reset by peer")
}
