import UsherCore

/// Those who wait: for a talk with the gateway, and for news.
extension FocusTimerCore {
    /// Talks to the gateway now, and returns when all that waited is answered.
    func sync() async throws(UsherError) {
        let (round, hasClient, isClosed) = read { state, _ in
            (state.machine.sync.rounds + 1, state.client != nil, state.isClosed)
        }
        guard !isClosed else { throw .closedTimer }
        guard hasClient else {
            throw UsherError(.failedPrecondition, message: "the timer has no client; attach one first")
        }
        change { machine, context in machine.syncNow(isAsked: true, now: context.now) }
        await wait(round: round)
        guard !Task.isCancelled else {
            throw UsherError(.cancelled, message: "the wait was cancelled; the timer goes on")
        }
        let (done, hasFailed, error) = read { state, _ in
            (state.machine.sync.rounds >= round, state.machine.sync.hasFailed, state.error)
        }
        guard done else { throw read({ state, _ in state.isClosed }) ? .closedTimer : .crowdedTimer }
        if hasFailed { throw error ?? UsherError(.cancelled, message: "the timer's client was taken away") }
    }

    private func wait(round: Int) async {
        let id = note { state, _ in state.newID() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = note { state, _ in
                    guard !state.isClosed, !Task.isCancelled, state.machine.sync.rounds < round,
                        state.waiters.count < Limits.focusWaiters
                    else { return false }
                    state.waiters[id] = FocusTimerState.Waiter(round: round, continuation: continuation)
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            let waiting = note { state, _ in state.waiters.removeValue(forKey: id)?.continuation }
            waiting?.resume()
        }
    }

    // MARK: Consumers

    func addReminders() -> Int {
        note { state, _ in
            let id = state.newID()
            state.consumers[id] = FocusTimerState.Consumer(news: .reminders(FocusReminderMerger()))
            return id
        }
    }

    /// The first hears of what was rejected while nobody was there.
    func addRejections() -> Int {
        note { state, _ in
            let id = state.newID()
            state.consumers[id] = FocusTimerState.Consumer(news: .rejections(state.untold))
            state.untold = []
            return id
        }
    }

    func remove(consumer id: Int) {
        let waiting = note { state, _ in state.consumers.removeValue(forKey: id)?.continuation }
        waiting?.resume()
    }

    func nextReminder(_ id: Int) async -> FocusReminderChange? {
        await next(id) { state, now in state.nextReminder(id, now) }
    }

    func nextRejections(_ id: Int) async -> [RejectedFocusEvent]? {
        await next(id) { state, _ in state.nextRejections(id) }
    }

    private func next<News: Sendable>(
        _ id: Int, _ take: (inout FocusTimerState, DeviceTime) -> News?
    ) async -> News? {
        while !Task.isCancelled {
            let (news, isOver) = note { state, now in
                (state.isClosed ? nil : take(&state, now), state.isClosed || state.consumers[id] == nil)
            }
            if let news { return news }
            if isOver { return nil }
            await wait(consumer: id)
        }
        return nil
    }

    private func wait(consumer id: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = note { state, now in
                    guard !state.isClosed, !Task.isCancelled, let consumer = state.consumers[id],
                        consumer.continuation == nil, !state.hasNews(id, now)
                    else { return false }
                    state.consumers[id]?.continuation = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            let waiting = note { state, _ in state.consumers[id]?.continuation.take() }
            waiting?.resume()
        }
    }
}
