import Synchronization
import UsherCore
import UsherRPC

/// A client's token: asked for once, however many calls wait for it.
final class TokenStore: Sendable {
    typealias Held = TokenMachine.Held

    /// A call that waits for a token.
    private struct Waiter {
        var continuation: CheckedContinuation<Result<Held, RPCError>, Never>
        /// Ends its patience.
        var timer: Task<Void, Never>?

        func resume(_ result: Result<Held, RPCError>) {
            timer?.cancel()
            continuation.resume(returning: result)
        }
    }

    private struct State {
        var machine = TokenMachine()
        var waiters: [Int: Waiter] = [:]
        var nextID = 0
    }

    private let credentials: any CallCredentials
    private let runtime: ClientRuntime
    private let state = Mutex(State())

    init(_ credentials: any CallCredentials, _ runtime: ClientRuntime) {
        self.credentials = credentials
        self.runtime = runtime
    }

    /// A token that is good now. Waits for one up to 10 s and up to `timeout` nanoseconds: DEADLINE_EXCEEDED,
    /// UNAVAILABLE, what the credentials threw, or CANCELLED.
    func token(within timeout: Int64?) async throws(RPCError) -> Held {
        let patience = min(timeout ?? .max, Limits.tokenPatience.nanoseconds)
        let isDeadline = patience < Limits.tokenPatience.nanoseconds
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let result: Result<Held, RPCError> = await withTaskCancellationHandler {
            await withCheckedContinuation { enter(id, Waiter(continuation: $0), patience, isDeadline) }
        } onCancel: {
            resume(id, .failure(RPCError(.cancelled, "the caller cancelled the call")))
        }
        return try result.get()
    }

    private func enter(_ id: Int, _ waiter: Waiter, _ patience: Int64, _ isDeadline: Bool) {
        let (held, asks) = state.withLock { state in
            let answer = state.machine.want(now: runtime.now())
            if answer.held == nil { state.waiters[id] = waiter }
            return answer
        }
        if let asks { ask(asks) }
        if let held { return waiter.resume(.success(held)) }
        // Cancelled before it was entered.
        if Task.isCancelled { return resume(id, .failure(RPCError(.cancelled, "the caller cancelled the call"))) }
        let timer = Task(executorPreference: runtime.executor) { [runtime] in
            await runtime.sleep(TimeSpan(nanoseconds: patience))
            if !Task.isCancelled { self.resume(id, .failure(Self.late(isDeadline))) }
        }
        let isOver = state.withLock { state in
            state.waiters[id]?.timer = timer
            return state.waiters[id] == nil
        }
        if isOver { timer.cancel() }
    }

    private static func late(_ isDeadline: Bool) -> RPCError {
        if isDeadline { return RPCError(.deadlineExceeded, "the deadline passed while the call waited for a token") }
        let seconds = Limits.tokenPatience.nanoseconds / 1_000_000_000
        return RPCError(.unavailable, "the credentials gave no token within \(seconds) s")
    }

    private func resume(_ id: Int, _ result: Result<Held, RPCError>) {
        state.withLock { $0.waiters.removeValue(forKey: id) }?.resume(result)
    }

    /// The gateway refused a token: true if the call may be sent again with another one.
    func refused(_ held: Held) -> Bool {
        state.withLock { $0.machine.refused(held, now: runtime.now()) }
    }

    private func ask(_ number: Int) {
        Task(executorPreference: runtime.executor) {
            do {
                let token = try await self.credentials.token()
                guard token.isSendable else {
                    throw RPCError(.unauthenticated, "the credentials gave a token that no header can carry")
                }
                self.answer { state in
                    .success(state.machine.answered(number, token, now: self.runtime.now()))
                }
            } catch {
                self.answer { state in
                    state.machine.failed(number, now: self.runtime.now())
                    return .failure(Self.explain(error))
                }
            }
        }
    }

    private func answer(_ change: (inout State) -> Result<Held, RPCError>) {
        let (result, waiters) = state.withLock { state in
            let result = change(&state)
            defer { state.waiters = [:] }
            return (result, Array(state.waiters.values))
        }
        for waiter in waiters { waiter.resume(result) }
    }

    private static func explain(_ error: any Error) -> RPCError {
        switch error {
        case let error as RPCError: error
        case let error as UsherError: RPCError(error.code, error.message)
        default: RPCError(.unavailable, "the credentials gave no token: \(error)")
        }
    }
}
