import CNghttp2
import UsherRPC

/// Running the handler.
extension ServerStream {
    /// What the head's verdict asks for.
    func begin(on connection: ServerConnection) {
        self.connection = connection
        switch verdict {
        case .call(let method, let timeout):
            if let timeout { setDeadline(timeout) }
            // A call whose request is whole may be over before a timer is worth its while.
            if request == nil { armDeadline() }
            guard isStreaming, case .streaming(let handler) = method.handler else { return }
            let call = makeCall()
            run { [self] () async throws(RPCError) in
                try await handler(call, self, self)
                end(nil)
            }
        case .refuse(let error): end(error)
        case .http, nil: break
        }
    }

    /// The only message of a request is there.
    func start() {
        guard let message = request.take(), case .call(let method, _) = verdict, let connection else { return }
        if let prompt = method.prompt, !message.isCompressed, answersAtOnce(prompt, message.bytes, method, connection) {
            return
        }
        if let begin = method.begin, !message.isCompressed, begins(begin, message.bytes, method, connection) { return }
        armDeadline()
        let count = message.bytes.count
        connection.session.hold(count)
        connection.session.account(self)
        let call = makeCall(wasCompressed: message.isCompressed)
        switch method.handler {
        case .unary(let handler):
            run(holding: count) { [self] () async throws(RPCError) in
                let request = message.isCompressed ? try await inflate(message) : message.bytes
                let reply = try await handler(call, request)
                try answer(compresses(reply, of: method) ? await deflate(reply) : CodedMessage(reply))
            }
        case .feed(let handler):
            run(holding: count) { [self] () async throws(RPCError) in
                let request = message.isCompressed ? try await inflate(message) : message.bytes
                try await handler(call, request, self)
            }
        case .streaming: break
        }
    }

    /// Answers without a task, as most calls can be. False if the call must wait, for its turn or for what it asks.
    private func answersAtOnce(
        _ prompt: Method.Prompt, _ message: [UInt8], _ method: Method, _ connection: ServerConnection
    ) -> Bool {
        guard isOpen, connection.runningHandlers < Limits.maxHandlersPerConnection, connection.takeTurnAtOnce(self)
        else {
            return false
        }
        do throws(RPCError) {
            guard let reply = try prompt(makeCall(keepingHead: true), message) else {
                connection.giveTurnBack(self)
                return false
            }
            guard !compresses(reply, of: method) else {
                // Compressing takes its time.
                answerCompressed(reply)
                return true
            }
            try answer(CodedMessage(reply))
        } catch {
            end(error)
        }
        connection.endTurn(self)
        connection.session.account(self)
        connection.session.endUpload(self)
        return true
    }

    func compresses(_ reply: [UInt8], of method: Method) -> Bool {
        mayCompress && method.replyCompression.compresses(reply.count, asked: asksCompression)
    }

    /// The rest of a call that has its turn and its reply.
    func answerCompressed(_ reply: [UInt8], holding bytes: Int = 0) {
        run(holding: bytes, hasTurn: true) { [self] () async throws(RPCError) in try answer(await deflate(reply)) }
    }

    /// Sends a reply's only message, and the end of the call.
    func answer(_ reply: CodedMessage) throws(RPCError) {
        guard isOpen else { return }
        guard hasRoom(for: reply.bytes.count) else { throw Self.tooManyOutboundBytes }
        openResponse(compressing: reply.isCompressed)
        output.append(reply)
        queued()
        end(nil)
    }

    /// Runs a handler. The books have `bytes` of its request until it is done, also if the call ends before: requests
    /// that came faster than they are worked off would else fill the memory.
    private func run(
        holding bytes: Int = 0, hasTurn isCalled: Bool = false,
        _ body: @escaping @Sendable () async throws(RPCError) -> Void
    ) {
        guard let connection else { return }
        guard isOpen else { return connection.session.letGo(bytes) }
        guard connection.runningHandlers < Limits.maxHandlersPerConnection else {
            connection.session.letGo(bytes)
            return end(Self.tooManyHandlers)
        }
        connection.runningHandlers += 1
        task = Task(executorPreference: reactor) { [self] in
            var hasTurn = isCalled
            do throws(RPCError) {
                // A reset may have come while the task waited for its turn.
                // Handlers of streams are held back where they send.
                if !hasTurn { hasTurn = isStreaming ? true : await connection.takeTurn(self) }
                if hasTurn, !Task.isCancelled { try await body() }
            } catch {
                end(error)
            }
            if hasTurn, !isStreaming { connection.endTurn(self) }
            // A feed lives on, its task does not.
            task = nil
            self.connection?.session.endUpload(self)
            letInflatedGo(connection.session, with: bytes)
            connection.runningHandlers -= 1
        }
    }

    /// The head is kept if somebody may have to make another one.
    func makeCall(wasCompressed: Bool = false, keepingHead: Bool = false) -> ServerCall {
        let call = ServerCall(
            path: head.path, metadata: head.metadata, deadline: deadlineTime, peer: connection?.peer ?? "",
            loop: reactor, wasCompressed: wasCompressed, peerCertificate: connection?.tls?.peerCertificate,
            response: self)
        // The stream may live for days; its head is the handler's now.
        if !keepingHead { head = RequestHead() }
        return call
    }

    private func setDeadline(_ timeout: Int64) {
        guard timeout > 0 else { return end(Self.deadlinePassed) }
        let (time, overflow) = reactor.now.addingReportingOverflow(timeout)
        deadlineTime = overflow ? .max : time
    }

    func armDeadline() {
        guard isOpen, deadline == nil, let deadlineTime else { return }
        deadline = reactor.setTimer(at: deadlineTime) { [weak self] in self?.passDeadline() }
    }

    /// The caller gives up at the same time: what waits for its window will not be taken any more, so the status is not
    /// put behind it.
    private func passDeadline() {
        guard isOpen, let connection, !output.isEmpty else { return end(Self.deadlinePassed) }
        connection.session.reset(self, NGHTTP2_CANCEL)
        connection.requestFlush()
        lose(connection.session)
    }

    /// True while the client owes the rest of a request that a handler waits for.
    var awaitsRequest: Bool {
        guard !machine.requestEnded else { return false }
        return !isStreaming
    }

    /// Answers a request that is not gRPC.
    func answerPlainly() {
        guard let plain, let connection, machine.beginResponse() else { return }
        _ = machine.finish()
        connection.owe(self)
        let body = Array(plain.body.utf8)
        let fields =
            [
                Metadata.Entry(name: ":status", value: String(plain.status)),
                Metadata.Entry(name: "content-type", value: "text/plain; charset=utf-8"),
                Metadata.Entry(name: "content-length", value: String(body.count)),
            ] + plain.fields
        if head.method == "HEAD" {
            connection.session.submitHeadersOnly(self, fields)
        } else {
            output.append(raw: body)
            ending = .bare
            connection.session.submitResponse(self, fields)
        }
        connection.requestFlush()
    }
}
