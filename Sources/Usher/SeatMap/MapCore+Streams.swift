import UsherCore
import UsherRPC
import UsherWire

/// The one stream, the one poll, and what a map reads by calls of its own.
extension MapCore {
    func open(_ id: Int, _ position: Position, _ showVersion: UInt64) {
        let stream = EventStream<SeatEvent>(
            client: client, showID: showID, position: position, showVersion: showVersion)
        state.withLock { $0.stream = (id, stream) }
        // Heartbeats are taken where they arrive: a map on which nothing happens wakes no other thread.
        Task(executorPreference: client.transport.loop) { await self.read(id, stream) }
    }

    func close(_ id: Int) {
        let stream = state.withLock { state -> EventStream<SeatEvent>? in
            guard state.stream?.id == id else { return nil }
            defer { state.stream = nil }
            return state.stream?.stream
        }
        stream?.cancel()
    }

    /// Reads a stream to its end, continuously: what a slow user does not take is merged, not left with the gateway.
    private func read(_ id: Int, _ stream: EventStream<SeatEvent>) async {
        let onLoop = client.transport.loop != nil
        do throws(UsherError) {
            while let event = try await stream.next() {
                heard(event.event, onLoop: onLoop) { machine, generator, now in
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
                state.lastError = error
            }
            var generator = RuntimeGenerator(runtime: self.client.runtime)
            state.absorb(
                state.machine.streamEnded(id: id, error.map(self.failure), now: now, using: &generator), now: now)
        }
    }

    /// An event or an answer: the map before it is kept for a moment where the event may replace it.
    private func heard(
        _ event: SeatEvent, onLoop: Bool = false,
        _ body: (inout SeatWatchMachine, inout RuntimeGenerator, _ now: Int64) -> [SeatWatchMachine.Directive]
    ) {
        change(onLoop: onLoop) { state, now in
            var before: (states: [UInt8], position: Position)?
            if case .snapshot = event { before = (state.machine.replica.states, state.machine.replica.position) }
            var generator = RuntimeGenerator(runtime: self.client.runtime)
            let directives = body(&state.machine, &generator, now)
            state.absorb(directives, before: before, now: now)
        }
    }

    // MARK: Polls

    func poll(_ id: Int, _ position: Position) {
        let client = client
        let showID = showID
        let task = Task(executorPreference: client.runtime.executor) {
            let request = GetSeatsRequest(showID: showID, epoch: position.epoch, afterSeq: position.seq)
            do throws(UsherError) {
                // Once: the machine tries again.
                let event: SeatEvent = try await client.call("SeatService/GetSeats", request, .never)
                let bytes = event.encoded().count
                self.heard(event) { machine, generator, now in
                    machine.pollAnswered(id: id, event, bytes: bytes, now: now, using: &generator)
                }
            } catch {
                self.pollFailed(id, error)
            }
        }
        state.withLock { $0.polling = (id, task) }
    }

    private func pollFailed(_ id: Int, _ error: UsherError) {
        change { state, now in
            if state.polling?.id == id { state.lastError = error }
            var generator = RuntimeGenerator(runtime: self.client.runtime)
            state.absorb(
                state.machine.pollFailed(id: id, self.failure(error), now: now, using: &generator), now: now)
        }
    }

    func cancelPoll(_ id: Int) {
        let task = state.withLock { state -> Task<Void, Never>? in
            guard state.polling?.id == id else { return nil }
            defer { state.polling = nil }
            return state.polling?.task
        }
        task?.cancel()
    }

    // MARK: Hall and show

    func readHall(_ key: LoadedHall.Key) {
        if let known = client.halls.hall(key) { return hallCame(.success(known)) }
        Task(executorPreference: client.runtime.executor) {
            do throws(UsherError) {
                let loaded = try await self.client.halls.read(key, self.client)
                self.hallCame(.success(loaded))
            } catch {
                self.hallCame(.failure(error))
            }
        }
    }

    private func hallCame(_ result: Result<LoadedHall, UsherError>) {
        change { state, now in
            var generator = RuntimeGenerator(runtime: self.client.runtime)
            switch result {
            case .success(let loaded):
                if state.hallCame(loaded) {
                    // If another one is missing meanwhile, it is asked for below.
                    state.hallLoad.came()
                } else {
                    self.client.halls.distrust(loaded.key)
                    let fault = UsherError(.internal, message: "the hall and the map of its seats do not fit together")
                    state.hallLoad.failed(fault, isFinal: false, now: now, using: &generator)
                }
                state.finish(now)
            case .failure(let error):
                state.hallLoad.failed(error, isFinal: self.client.isFinal(error), now: now, using: &generator)
                var directives: [SeatWatchMachine.Directive] = []
                if state.hallLoad.isRefused {
                    state.lastError = error
                    directives = state.machine.giveUp(self.failure(error), now: now)
                }
                state.absorb(directives, now: now)
            }
        }
    }

    func readShow() {
        Task(executorPreference: client.runtime.executor) {
            do throws(UsherError) {
                let view = try await self.client.show(self.showID)
                self.showCame(.success(view.show))
            } catch {
                self.showCame(.failure(error))
            }
        }
    }

    private func showCame(_ result: Result<Show, UsherError>) {
        change { state, now in
            switch result {
            case .success(let show):
                let directives = state.machine.showRead(show)
                state.showLoad.came()
                if state.lacksShow {
                    let fault = UsherError(.internal, message: "the gateway told an older show than its stream")
                    var generator = RuntimeGenerator(runtime: self.client.runtime)
                    state.showLoad.failed(fault, isFinal: false, now: now, using: &generator)
                }
                state.absorb(directives, now: now)
            case .failure(let error):
                var generator = RuntimeGenerator(runtime: self.client.runtime)
                state.showLoad.failed(error, isFinal: self.client.isFinal(error), now: now, using: &generator)
                // Who waits for the show hears that it will not come.
                if state.showLoad.isRefused { state.changed.insert(.show) }
                state.finish(now)
            }
        }
    }
}

extension MapCore {
    /// As the machine sees it.
    fileprivate func failure(_ error: UsherError) -> StreamFailure {
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
