import UsherRPC

extension ServerStream: FeedChannel {
    var loop: any EventLoop { reactor }

    var isOpen: Bool { !machine.hasEnded }

    var isDrained: Bool {
        guard let connection else { return false }
        return isTaken && !connection.isBlocked
    }

    /// True if the client has been sent all of the stream so far, headers included, and nghttp2 waits for more.
    var isQuiet: Bool { isDeferred && output.isEmpty && isTaken && !isGone }

    func makeBundle() -> any FeedBundle {
        connection.map { FeedLanes($0.loop) } ?? LooseBundle()
    }

    var pulse: any PeerPulse { connection?.pulse ?? ConnectionPulse(reactor, lastHeard: reactor.now) }

    func listen(every nanoseconds: Int64) {
        guard isOpen, let connection else { return }
        stopListening(on: connection)
        let span = max(nanoseconds, Limits.shortestListening)
        listening = span
        connection.listen(every: span)
    }

    func send(_ message: FramedMessage) {
        guard isOpen else { return }
        openResponse()
        output.append(message)
        queued()
    }

    func finish(_ error: RPCError?) {
        end(error)
    }

    func onDrained(_ body: @escaping @Sendable () -> Void) {
        guard isOpen else { return }
        drainedBody = body
    }

    func onGoingAway(_ body: @escaping @Sendable (GoingAway) -> Void) {
        guard isOpen, let connection else { return }
        guard connection.drain != .none else {
            goingBody = body
            return
        }
        let reason = connection.drainReason
        // The handler that asks is still setting up.
        reactor.post { body(reason) }
    }

    func onClosed(_ body: @escaping @Sendable () -> Void) {
        guard isOpen else { return body() }
        closedBody = body
    }
}

extension ServerStream: ResponseStream {
    func send(_ message: [UInt8], compressed: Bool) async throws(RPCError) {
        guard isOpen else { throw Self.gone }
        var coded = CodedMessage(message)
        if mayCompress, case .call(let method, _) = verdict,
            method.replyCompression.compresses(message.count, asked: compressed)
        {
            coded = await deflate(message)
            guard isOpen else { throw Self.gone }
        }
        guard hasRoom(for: coded.bytes.count) else { throw Self.tooManyOutboundBytes }
        openResponse(compressing: mayCompress)
        output.append(coded)
        queued()
        while !isDrained {
            guard isOpen, !Task.isCancelled else { throw Self.gone }
            precondition(writer == nil, "two sends wait on one stream")
            await wait(\.writer)
        }
    }

    func sendHeaders() {
        if isOpen { openResponse(compressing: mayCompress) }
    }
}

extension ServerStream: ResponseMetadata {
    func addHeaders(_ metadata: Metadata) {
        guard isOpen, !machine.hasBegun else { return }
        headers.add(metadata.travelling)
    }

    func addTrailers(_ metadata: Metadata) {
        guard isOpen else { return }
        trailers.add(metadata.travelling)
    }

    func compressReply() {
        asksCompression = true
    }
}

extension ServerStream: RequestStream {
    func next() async throws(RPCError) -> [UInt8]? {
        while true {
            if let message = machine.takeMessage() {
                connection?.messageTaken(self)
                wasCompressed = message.isCompressed
                return message.isCompressed ? try await inflateTaken(message) : message.bytes
            }
            guard isOpen, !Task.isCancelled else { throw Self.gone }
            if machine.requestEnded { return nil }
            precondition(reader == nil, "two reads wait on one stream")
            await wait(\.reader)
        }
    }

    /// Waits in `place` until the loop resumes it, or the task is cancelled.
    func wait(_ place: ReferenceWritableKeyPath<ServerStream, CheckedContinuation<Void, Never>?>) async {
        // The key path is one of two constants; only its type does not say that it may travel.
        let isReader = place == \ServerStream.reader
        await withTaskCancellationHandler {
            await withCheckedContinuation { self[keyPath: place] = $0 }
        } onCancel: {
            reactor.post { [self] in
                let waiter = isReader ? reader.take() : writer.take()
                waiter?.resume()
            }
        }
    }
}
