import UsherCore
import UsherRPC

/// What keeps a watched map alive: opens one stream at a time, applies its events to the replica, and says what
/// changed. Owned by one iterator, hence by one task.
final class WatchEngine {
    private let client: UsherClient
    private let showID: String
    private var replica: SeatMapReplica
    private var backoff = Backoff(first: Limits.firstWatchPause, longest: Limits.maxWatchPause)
    /// Told before anything new is read; at most a handful.
    private var pending: [WatchUpdate] = []
    private var stream: EventStream?
    private var watchdog: Watchdog?
    /// Since the last event.
    private var attempt = 0
    private var pause: TimeSpan?
    private var isLive = false
    private var isOver = false

    init(client: UsherClient, showID: String, known: SeatMapReplica) {
        self.client = client
        self.showID = showID
        replica = known
    }

    deinit {
        stream?.cancel()
    }

    func next() async throws(UsherError) -> WatchUpdate? {
        while !isOver {
            if !pending.isEmpty { return pending.removeFirst() }
            if Task.isCancelled { break }
            guard let stream else {
                await open()
                continue
            }
            do throws(UsherError) {
                take(try await read(stream))
            } catch {
                try lost(error)
            }
        }
        drop()
        isOver = true
        return nil
    }

    /// The next event, under the watchdog's eye.
    private func read(_ stream: EventStream) async throws(UsherError) -> SeatEvent {
        watchdog?.waitBegins(client.runtime.now())
        // Also when the stream fails: what it says then is not to be taken for silence.
        defer { watchdog?.waitEnds() }
        guard let event = try await stream.next() else {
            throw UsherError(.unavailable, message: "the gateway ended the stream")
        }
        return event
    }

    private func open() async {
        if let span = pause {
            pause = nil
            await client.runtime.sleep(span)
            if Task.isCancelled { return }
        }
        attempt += 1
        pending.append(.connection(.connecting(attempt: attempt)))
        let opened = EventStream(
            client: client, showID: showID, position: replica.position,
            showVersion: replica.show?.version ?? replica.showVersion)
        stream = opened
        let patience = TimeSpan(
            nanoseconds: client.heartbeat.nanoseconds * Limits.silentHeartbeats + Limits.watchdogSlack.nanoseconds)
        watchdog = Watchdog(opened, patience: patience, runtime: client.runtime)
    }

    private func drop() {
        stream?.cancel()
        stream = nil
        watchdog = nil
        isLive = false
    }

    // MARK: Events

    private func take(_ event: SeatEvent) {
        switch replica.apply(event) {
        case .applied(let changes):
            live()
            pending.append(.changes(changes, position: replica.position))
        case .replaced(let changes, _, let newHall):
            live()
            if newHall {
                pending.append(
                    .map(
                        states: replica.states, position: replica.position, hallID: replica.hallID,
                        hallRevision: replica.hallRevision))
            } else {
                pending.append(.changes(changes, position: replica.position))
            }
        case .alive, .ignored: live()
        case .showChanged:
            live()
            if let show = replica.show { pending.append(.show(show)) }
        case .resume: retry(after: UsherError(.dataLoss, message: "the stream left something out"))
        case .drain(let span, let reason): move(span, reason)
        }
    }

    private func live() {
        guard !isLive else { return }
        isLive = true
        attempt = 0
        backoff.reset()
        pending.append(.connection(.live))
    }

    // MARK: Losing and moving

    private func lost(_ error: UsherError) throws(UsherError) {
        let bitten = watchdog?.hasBitten ?? false
        if Task.isCancelled, !bitten {
            drop()
            isOver = true
            return
        }
        guard bitten || error.isWorthAnotherStream else {
            drop()
            isOver = true
            throw error
        }
        retry(after: bitten ? UsherError(.unavailable, message: "nothing was heard from the gateway") : error)
    }

    private func retry(after error: UsherError) {
        drop()
        var generator = RuntimeGenerator(runtime: client.runtime)
        let jittered = backoff.next(using: &generator)
        let span = max(jittered, error.retryAfter ?? .zero)
        pause = span
        pending.append(.connection(.waiting(retryIn: span, after: error)))
    }

    /// The gateway goes: its stream is left before it is cut, for another one.
    private func move(_ span: TimeSpan, _ reason: String) {
        drop()
        // Up to half as long again, so that its readers do not arrive together.
        let spread = Int64(bitPattern: client.runtime.random() >> 1) % max(1, span.nanoseconds / 2 + 1)
        pause = TimeSpan(nanoseconds: max(0, span.nanoseconds) + spread)
        pending.append(
            .connection(
                .waiting(
                    retryIn: pause ?? .zero,
                    after: UsherError(.unavailable, message: "the gateway is going: \(reason)"))))
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
