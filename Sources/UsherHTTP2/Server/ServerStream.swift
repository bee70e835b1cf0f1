import CNghttp2
import UsherRPC

/// One stream of a connection: a call, or a request that is not gRPC. What handlers see of it is in the extensions.
///
/// Guard: constants aside, touched on its loop's thread alone, where handlers run as well; only the reference travels.
final class ServerStream: @unchecked Sendable {
    enum Lane { case small, large, feed }

    /// The last thing a stream says.
    enum Ending {
        /// Trailers that say OK, and nothing else.
        case ok
        case trailers([Metadata.Entry])
        /// The body ends without trailers.
        case bare
    }

    /// The message that is being received.
    enum Upload: Equatable {
        /// No larger than what a client may send at once, or none.
        case small
        /// Larger, and others have their turn before.
        case waiting
        /// Larger, and its bytes are reserved until its handler is done with it.
        case reserved(Int)
    }

    let id: Int32
    let reactor: Reactor
    /// nil once the stream is gone.
    var connection: ServerConnection?

    // Request
    var head = RequestHead()
    var verdict: Dispatch.Verdict?
    var machine = ServerCallMachine(.single, maxRequestBytes: 0)
    /// The request's only message, until the call starts.
    var request: CodedMessage?
    /// Why the request cannot go on, until the call ends.
    var failure: RPCError?
    /// What is answered if the request is not gRPC.
    var plain: PlainAnswer?
    var isPlainRead = false
    var ignoredBytes = 0
    /// Body bytes whose window was not given back.
    var unconsumed = 0
    var isInConsumeList = false
    var upload = Upload.small
    /// The same for the message that is decompressed.
    var inflation = Upload.small
    /// What of `machine.heldBytes` is in the books.
    var accountedBytes = 0
    /// Boot-clock nanoseconds at which the head was complete, and body bytes since then.
    var began: Int64 = 0
    var receivedBytes = 0
    /// The request is answered only once it is whole, and is not.
    var isUnfinished = false
    /// Decompressed bytes of the request that are in the books.
    var inflatedBytes = 0
    /// The message that a handler took last came compressed.
    var wasCompressed = false

    // Answer
    /// The method may compress its replies, and the client takes gzip.
    var mayCompress = false
    /// The handler asked for it.
    var asksCompression = false
    var output = OutputQueue()
    /// The handler's own metadata, in front of the messages and after them.
    var headers = Metadata()
    var trailers = Metadata()
    var ending: Ending?
    /// True while nghttp2 waits to be told that there is more.
    var isDeferred = false
    /// False while messages wait for the client's window or socket.
    var isTaken = true
    /// True while the stream is in the connection's list of those that queued something in this tick.
    var isQueued = false
    /// What of `output.count` is in the books.
    var accountedOutput = 0
    /// Where its handler waits for its turn. Streams in both directions wait nowhere: they are held back by what they
    /// queued themselves.
    private(set) var lane = Lane.feed
    /// The kind of its method.
    private(set) var isUnary = false
    private(set) var isStreaming = false
    /// Answer bytes that are expected of a unary call.
    private(set) var expectedAnswer = 0

    /// Boot-clock nanoseconds at which the call ended while its answer had still to leave; 0 before and after.
    var owedSince: Int64 = 0

    // Feeds
    /// Whose lane it is in, and where.
    var bundle: FeedLanes?
    var lanePlace = 0
    /// Its place among its session's feeds.
    var feedPlace = 0
    /// Bytes that left and that nghttp2 is to be told of.
    var feedDebt = 0

    // Call
    /// nghttp2 has closed the stream.
    var isGone = false
    var task: Task<Void, Never>?
    /// Set while the call waits for its reply without a task.
    var waits: Waiting?
    /// Boot-clock nanoseconds at which the caller gives up.
    var deadlineTime: Int64?
    var deadline: LoopTimer?
    /// Resumed when the handler may run (true), or the call ended before (false).
    var turn: CheckedContinuation<Bool, Never>?
    /// Resumed when a message, the end of the request or the end of the call is there.
    var reader: CheckedContinuation<Void, Never>?
    /// Resumed when the client took what was sent, or the call ended.
    var writer: CheckedContinuation<Void, Never>?
    var drainedBody: (@Sendable () -> Void)?
    var closedBody: (@Sendable () -> Void)?
    var goingBody: (@Sendable (GoingAway) -> Void)?
    /// The silence of the peer that the stream bears without a PING; nil asks for none.
    var listening: Int64?

    init(id: Int32, loop: Reactor) {
        self.id = id
        reactor = loop
    }

    /// The head is complete: decides what the request is.
    func judge(_ dispatch: Dispatch, now: Int64) {
        began = now
        let verdict = dispatch.judge(head)
        self.verdict = verdict
        switch verdict {
        case .call(let method, _):
            switch method.handler {
            case .unary: isUnary = true
            case .streaming: isStreaming = true
            case .feed: break
            }
            machine = ServerCallMachine(
                isStreaming ? .stream : .single, maxRequestBytes: method.maxRequestBytes,
                encoding: head.messageEncoding ?? .identity)
            mayCompress =
                method.replyCompression != .never && MessageEncoding.gzip.isListed(in: head.acceptEncoding)
        case .refuse: break
        case .http(let answer): plain = answer
        }
    }

    static let tooManyInboundBytes = full("too many bytes of unfinished requests")
    static let tooManyOutboundBytes = full("too many bytes of answers that are not taken")
    static let tooManyHandlers = full("too many calls run on this connection")
    static let deadlinePassed = RPCError(.deadlineExceeded, "the deadline has passed")
    static let stalled = RPCError(.cancelled, "the call stood still for too long")
    static let gone = RPCError(.cancelled, "the call has ended")
    static let going = RPCError(.unavailable, "the server is going")
    static let outlived = RPCError(.unavailable, "the connection has served its time")

    /// A limit that passes: gRPC's clients are told when to come back.
    private static func full(_ sentence: String) -> RPCError {
        let pushback = RetryPushback.wait(milliseconds: Limits.pushbackMilliseconds)
        return RPCError(.resourceExhausted, sentence, metadata: pushback.metadata)
    }

    // MARK: Ending

    /// Ends the call with a status of ours. Does nothing if it has ended.
    func end(_ error: RPCError?) {
        // Headers that a handler set are the client's also if no message follows.
        if isOpen, !headers.entries.isEmpty { openResponse() }
        let how = machine.finish()
        guard how != .none else { return }
        if let connection {
            bundle?.leave(self, connection.session)
            connection.session.account(self)
            connection.session.finishRequest(self)
            connection.owe(self)
            leaveGate()
            switch how {
            case .trailersOnly:
                let fields = Self.endingHead + StatusTrailers.fields(error) + trailers.entries
                connection.session.submitHeadersOnly(self, fields)
            case .trailers:
                // Most calls end so, and have nothing of their own to say.
                let isPlain = error == nil && trailers.entries.isEmpty
                ending = isPlain ? .ok : .trailers(StatusTrailers.fields(error) + trailers.entries)
                connection.session.resume(self)
            case .none: break
            }
            connection.requestFlush()
        }
        // Whoever ended the call may be in the middle of a loop over its channels: the news comes by the mailbox.
        if let body = closedBody.take() { reactor.post(body) }
        settle(connection)
    }

    /// The call ended without a word of ours: reset, or the connection is lost. Its session's books have bytes of it
    /// also if it was reset in the read that opened it, and so never began.
    func lose(_ session: ServerSession) {
        let wasOpen = machine.lose()
        session.account(self)
        session.finishRequest(self)
        bundle?.leave(self, session)
        connection?.settleDebt(self)
        leaveGate()
        dropOutput()
        let connection = connection
        self.connection = nil
        if wasOpen, let body = closedBody.take() { body() }
        settle(connection)
    }

    /// A handler that waits for its turn never runs.
    private func leaveGate() {
        guard let turn = turn.take() else { return }
        connection?.leaveGates(self)
        turn.resume(returning: false)
    }

    /// Lets everything go that waited for the call.
    private func settle(_ connection: ServerConnection?) {
        connection?.session.endUpload(self)
        if let connection { stopListening(on: connection) }
        if let deadline { reactor.cancel(deadline) }
        deadline = nil
        task?.cancel()
        drainedBody = nil
        goingBody = nil
        reader.take()?.resume()
        writer.take()?.resume()
    }

    func stopListening(on connection: ServerConnection) {
        if let span = listening.take() { connection.life.stopListening(every: span) }
    }

    /// The client took all that was sent.
    func drained() {
        isTaken = true
        writer.take()?.resume()
        drainedBody?()
    }

    /// The connection begins to go.
    func connectionGoes(_ reason: GoingAway) {
        goingBody.take()?(reason)
    }

    // MARK: Sending

    /// The head of an answer that is nothing but its end.
    static let endingHead = [
        Metadata.Entry(name: ":status", value: "200"), Metadata.Entry(name: "content-type", value: "application/grpc"),
    ]
    static let plainHead =
        endingHead + [Metadata.Entry(name: "grpc-accept-encoding", value: MessageEncoding.accepted)]
    static let gzipHead =
        plainHead + [Metadata.Entry(name: "grpc-encoding", value: MessageEncoding.gzip.rawValue)]

    /// Sends response headers if they were not sent. `compressing` announces that messages may be compressed.
    func openResponse(compressing: Bool = false) {
        guard machine.beginResponse(), let connection else { return }
        if headers.entries.isEmpty {
            connection.session.submitResponse(self, compressing ? FixedFields.gzipHead : FixedFields.plainHead)
        } else {
            let head = compressing ? Self.gzipHead : Self.plainHead
            connection.session.submitResponse(self, head + headers.entries)
            headers = Metadata()
        }
        connection.requestFlush()
    }

    /// The queue has grown.
    func queued() {
        guard let connection else { return dropOutput() }
        // What goes to all must not overtake it.
        bundle?.hold(lanePlace)
        accountOutput()
        // Whoever sees this from `isDrained` waits to be told.
        if output.count >= Limits.bytesPerTick { isTaken = false }
        connection.session.resume(self)
        connection.streamQueued(self)
    }

    /// Keeps the books on what waits to be sent.
    func accountOutput() {
        let change = output.count - accountedOutput
        switch lane {
        case .small: connection?.smallAnswers.queued += change
        case .large: connection?.largeAnswers.queued += change
        case .feed: break
        }
        accountedOutput += change
        connection?.outboundBytes += change
    }

    /// Looks up how large the answer will be.
    func expectAnswer() {
        guard isUnary, case .call(let method, _) = verdict, let connection else { return }
        expectedAnswer = connection.loop.answerSizes.expected(method)
        lane = expectedAnswer > Limits.smallAnswer ? .large : .small
    }

    /// The handler is done, and what it answered is queued.
    func noteAnswer() {
        // Most answers are small and come from methods that are known to be so: nothing to write down.
        guard lane != .feed, max(accountedOutput, expectedAnswer) > Limits.bytesToNote else { return }
        guard case .call(let method, _) = verdict, let connection else { return }
        connection.loop.answerSizes.note(method, accountedOutput)
        guard lane == .small, accountedOutput > Limits.smallAnswer else { return }
        // It waits to be taken as what it is, and holds no small one up.
        connection.smallAnswers.queued -= accountedOutput
        connection.largeAnswers.queued += accountedOutput
        lane = .large
    }

    private func dropOutput() {
        output.removeAll()
        accountOutput()
    }

    /// True if an answer of `count` bytes may be queued beside what waits already.
    func hasRoom(for count: Int) -> Bool {
        guard let connection, count > Limits.bytesPerTick else { return true }
        connection.bookOutbound()
        let total = connection.loop.outbound.inUse + count
        if connection.outboundBytes == 0 { return total <= Limits.maxOutboundEver }
        return connection.outboundBytes + count <= Limits.maxOutboundPerConnection && total <= Limits.maxOutboundTotal
    }
}
