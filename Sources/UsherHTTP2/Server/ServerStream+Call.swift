import CNghttp2
import UsherRPC

/// Running the handler.
extension ServerStream {
    /// What the head's verdict asks for.
    func begin(on connection: ServerConnection) {
        self.connection = connection
        switch verdict {
        case .call(let method, let timeout):
            if let timeout { arm(timeout) }
            guard case .streaming(let handler) = method.handler else { return }
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
    func start(_ message: CodedMessage) {
        guard case .call(let method, _) = verdict, let connection else { return }
        let count = message.bytes.count
        connection.session.hold(count)
        connection.session.account(self)
        let call = makeCall(wasCompressed: message.isCompressed)
        let policy = method.replyCompression
        switch method.handler {
        case .unary(let handler):
            run(holding: count) { [self] () async throws(RPCError) in
                let request = message.isCompressed ? try await inflate(message) : message.bytes
                let reply = try await handler(call, request)
                let compresses = mayCompress && policy.compresses(reply.count, asked: asksCompression)
                try answer(compresses ? await deflate(reply) : CodedMessage(reply))
            }
        case .feed(let handler):
            run(holding: count) { [self] () async throws(RPCError) in
                let request = message.isCompressed ? try await inflate(message) : message.bytes
                try await handler(call, request, self)
            }
        case .streaming: break
        }
    }

    /// Sends a reply's only message, and the end of the call.
    private func answer(_ reply: CodedMessage) throws(RPCError) {
        guard isOpen else { return }
        guard hasRoom(for: reply.bytes.count) else { throw Self.tooManyOutboundBytes }
        openResponse(compressing: reply.isCompressed)
        output.append(reply)
        queued()
        end(nil)
    }

    /// Runs a handler. The books have `bytes` of its request until it is done, also if the call ends before: requests
    /// that came faster than they are worked off would else fill the memory.
    private func run(holding bytes: Int = 0, _ body: @escaping @Sendable () async throws(RPCError) -> Void) {
        guard let connection else { return }
        guard isOpen else { return connection.session.letGo(bytes) }
        guard connection.runningHandlers < Limits.maxHandlersPerConnection else {
            connection.session.letGo(bytes)
            return end(Self.tooManyHandlers)
        }
        connection.runningHandlers += 1
        task = Task(executorPreference: reactor) { [self] in
            var hasTurn = false
            do throws(RPCError) {
                // A reset may have come while the task waited for its turn.
                // Handlers of streams are held back where they send.
                hasTurn = isStreaming ? true : await connection.takeTurn(self)
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

    private var isStreaming: Bool {
        if case .call(let method, _) = verdict, case .streaming = method.handler { return true }
        return false
    }

    private func makeCall(wasCompressed: Bool = false) -> ServerCall {
        let call = ServerCall(
            path: head.path, metadata: head.metadata, deadline: deadline?.deadline, peer: connection?.peer ?? "",
            loop: reactor, wasCompressed: wasCompressed, peerCertificate: connection?.tls?.peerCertificate,
            response: self)
        // The stream may live for days; its head is the handler's now.
        head = RequestHead()
        return call
    }

    private func arm(_ timeout: Int64) {
        guard timeout > 0 else { return end(Self.deadlinePassed) }
        let (time, overflow) = reactor.now.addingReportingOverflow(timeout)
        deadline = reactor.setTimer(at: overflow ? .max : time) { [weak self] in self?.passDeadline() }
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
            ending = Ending(trailers: nil)
            connection.session.submitResponse(self, fields)
        }
        connection.requestFlush()
    }
}
