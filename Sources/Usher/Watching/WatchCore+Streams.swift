import UsherCore
import UsherRPC
import UsherWire

/// The one stream and the one poll.
extension WatchCore {
    typealias Stream = EventStream<State.Replica.Event>

    func open(_ id: Int, _ stream: Stream) {
        withState { $0.stream = (id, stream) }
        // Heartbeats are taken where they arrive: a map on which nothing happens wakes no other thread.
        Task(executorPreference: client.transport.loop) { await self.read(id, stream) }
    }

    func close(_ id: Int) {
        let stream = withState { state -> Stream? in
            guard state.stream?.id == id else { return nil }
            defer { state.stream = nil }
            return state.stream?.stream
        }
        stream?.cancel()
    }

    /// Reads a stream to its end, continuously: what a slow user does not take is merged, not left with the gateway.
    private func read(_ id: Int, _ stream: Stream) async {
        let onLoop = client.transport.loop != nil
        do throws(UsherError) {
            while let event = try await stream.next() {
                heard(event.event, of: id, onLoop: onLoop) { machine, generator, now in
                    machine.streamEvent(id: id, event.event, bytes: event.bytes, now: now, using: &generator)
                }
            }
            ended(id, nil, onLoop: onLoop)
        } catch {
            ended(id, error, onLoop: onLoop)
        }
    }

    private func ended(_ id: Int, _ error: UsherError?, onLoop: Bool) {
        change(onLoop: onLoop) { state, now in
            if state.stream?.id == id {
                state.stream = nil
                if let error, state.mends(error, ofStream: id, now: now) { return }
                state.lastError = error
            }
            var generator = RuntimeGenerator(runtime: self.client.runtime)
            let directives = state.machine.streamEnded(
                id: id, error.map(self.failure), now: now, using: &generator)
            state.absorb(directives, now: now)
        }
    }

    private func heard(
        _ event: State.Replica.Event, of id: Int, onLoop: Bool = false,
        _ body: (inout Machine, inout RuntimeGenerator, _ now: Int64) -> [Machine.Directive]
    ) {
        change(onLoop: onLoop) { state, now in
            state.willHear(event, of: id)
            var generator = RuntimeGenerator(runtime: self.client.runtime)
            let directives = body(&state.machine, &generator, now)
            state.absorb(directives, now: now)
        }
    }

    // MARK: Polls

    func poll(_ id: Int, _ position: Position) {
        let task = Task(executorPreference: client.runtime.executor) {
            do throws(UsherError) {
                let event = try await self.ask(after: position)
                let bytes = event.encoded().count
                self.heard(event, of: id) { machine, generator, now in
                    machine.pollAnswered(id: id, event, bytes: bytes, now: now, using: &generator)
                }
            } catch {
                self.pollFailed(id, error)
            }
        }
        withState { $0.polling = (id, task) }
    }

    private func pollFailed(_ id: Int, _ error: UsherError) {
        change { state, now in
            if state.polling?.id == id { state.lastError = error }
            var generator = RuntimeGenerator(runtime: self.client.runtime)
            let directives = state.machine.pollFailed(id: id, self.failure(error), now: now, using: &generator)
            state.absorb(directives, now: now)
        }
    }

    func cancelPoll(_ id: Int) {
        let task = withState { state -> Task<Void, Never>? in
            guard state.polling?.id == id else { return nil }
            defer { state.polling = nil }
            return state.polling?.task
        }
        task?.cancel()
    }

    /// As the machine sees it.
    func failure(_ error: UsherError) -> StreamFailure {
        StreamFailure(error.message, isFinal: client.isFinal(error), retryAfter: error.retryAfter)
    }
}

extension UsherClient {
    /// True where asking again can only give the same answer. Credentials that refresh may find a token that is good by
    /// then: keys change, and not every gateway knows the new one at the same moment.
    func isFinal(_ error: UsherError) -> Bool {
        if error.code == .unauthenticated, let credentials = options.credentials {
            return credentials is StaticCredentials
        }
        return !error.isWorthAnotherStream
    }
}

extension UsherError {
    /// False where asking again can only give the same answer.
    var isWorthAnotherStream: Bool {
        switch code {
        case .invalidArgument, .notFound, .permissionDenied, .unauthenticated, .unimplemented, .failedPrecondition,
            .outOfRange, .alreadyExists:
            false
        case .ok, .cancelled, .unknown, .deadlineExceeded, .resourceExhausted, .aborted, .internal, .unavailable,
            .dataLoss:
            true
        }
    }
}
