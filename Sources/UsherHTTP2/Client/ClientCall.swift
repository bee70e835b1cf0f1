import UsherRPC

/// One call and what waits for it. It outlives connections: a call that no server looked at goes to the next one.
///
/// Guard: constants aside, touched on its channel's loop alone.
final class ClientCall: @unchecked Sendable {
    let path: String
    let metadata: Metadata
    let options: CallOptions
    let reply: ClientCallMachine.Reply
    /// Boot-clock nanoseconds; nil never.
    let deadline: Int64?
    let body: RequestBody

    var machine: ClientCallMachine
    /// How often it was sent.
    var attempts = 0
    /// 0 while it is on no connection.
    var stream: Int32 = 0
    var connection: ClientConnection?
    /// Its headers left: a server may have looked at it.
    var wasSent = false
    var timer: LoopTimer?
    /// It waits in its channel's queue.
    var isQueued = false
    /// Everything is told; nothing follows.
    var isFinished = false

    /// Messages that nobody took yet.
    private var inbox = Inbox()
    /// Body bytes of the stream that the server has not been given back.
    private var owed = 0

    var onMessageOrEnd: ((Result<CodedMessage?, RPCError>) -> Void)?
    var onHeaders: ((Result<Metadata, RPCError>) -> Void)?
    /// The reply's message as it came, which is not in the `UnaryReply` yet.
    var onReply: ((Result<(CodedMessage, UnaryReply), RPCError>) -> Void)?
    var onTrailers: ((Metadata) -> Void)?

    init(
        path: String, body: RequestBody, metadata: Metadata, options: CallOptions, reply: ClientCallMachine.Reply,
        now: Int64
    ) {
        self.path = path
        self.metadata = metadata
        self.options = options
        self.reply = reply
        self.body = body
        deadline = options.timeout.map { timeout in
            let sum = now.addingReportingOverflow(max(0, timeout))
            return sum.overflow ? Int64.max : sum.partialValue
        }
        machine = ClientCallMachine(reply: reply, maxReplyBytes: options.maxReplyBytes)
    }

    /// Forgets what an attempt left, for the next one.
    func renew() {
        machine = ClientCallMachine(reply: reply, maxReplyBytes: options.maxReplyBytes)
        body.restart()
        stream = 0
        connection = nil
        wasSent = false
    }

    // MARK: Delivery

    /// Body bytes from the server.
    func receive(_ bytes: [UInt8]) {
        owed += bytes.count
        bytes.withUnsafeBytes { bytes in
            machine.receive(body: bytes) { inbox.append($0) }
        }
    }

    /// Hands out what waits to whoever waits, and gives the server its window back for what was taken.
    func deliver() {
        if let headers = machine.headers, let waiting = onHeaders {
            onHeaders = nil
            waiting(.success(headers))
        }
        if reply == .many, let waiting = onMessageOrEnd, let message = inbox.popFirst() {
            onMessageOrEnd = nil
            giveBack(message.bytes.count + 5)
            waiting(.success(message))
        }
        // A message that is not complete cannot be taken: without this, one larger than the window never would be.
        if inbox.isEmpty || reply == .one { giveBack(owed) }
        guard let end = machine.end, isFinished else { return }
        tell(end)
    }

    private func tell(_ end: ClientCallMachine.End) {
        if let waiting = onHeaders {
            onHeaders = nil
            waiting(end.error.map { .failure($0) } ?? .success(machine.headers ?? Metadata()))
        }
        // A single reply is one only with its status; with another than OK it is nothing.
        if reply == .one, end.error != nil { dropMessages() }
        if let waiting = onMessageOrEnd, reply == .one || inbox.isEmpty {
            onMessageOrEnd = nil
            waiting(end.error.map { .failure($0) } ?? .success(inbox.popFirst()))
        }
        if let waiting = onReply {
            onReply = nil
            if let error = end.error {
                waiting(.failure(error))
            } else {
                let message = inbox.popFirst() ?? CodedMessage([])
                let reply = UnaryReply(
                    message: [], headers: machine.headers ?? Metadata(), trailers: machine.trailers,
                    wasCompressed: message.isCompressed)
                waiting(.success((message, reply)))
            }
        }
    }

    /// What waits is of no use any more.
    func dropMessages() {
        inbox = Inbox()
    }

    private func giveBack(_ count: Int) {
        let count = min(count, owed)
        guard count > 0 else { return }
        owed -= count
        connection?.giveBack(count, to: stream)
    }
}
