import Synchronization
import UsherRPC

/// Holds a stream's sender back while what it sent waits for the server's window. The sender and the channel's loop
/// meet here; a message that has room crosses over without waiting for the loop.
final class SendGate: Sendable {
    private struct State {
        /// Bytes that were sent and that no window took, prefixes included.
        var waiting = 0
        var isFinished = false
        /// The call's end.
        var end: ClientCallMachine.End?
        var sender: CheckedContinuation<Void, Never>?

        var isOpen: Bool { waiting < Limits.clientQueuedBytes || end != nil }
    }

    private let state = Mutex(State())

    // MARK: The sender

    /// Enters `count` bytes. False if the call ended with OK; throws if it ended otherwise, or if the request did.
    func enter(_ count: Int) throws(RPCError) -> Bool {
        let (end, isFinished) = state.withLock { state in
            if state.end == nil, !state.isFinished { state.waiting += count }
            return (state.end, state.isFinished)
        }
        if let end { return try Self.answer(end) }
        if isFinished { throw RPCError(.internal, "a message was sent after the request's end") }
        return true
    }

    /// Returns once there is room for more, or nothing to wait for.
    func waitForRoom() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if state.isOpen { return true }
                precondition(state.sender == nil, "one task at a time sends on a stream")
                state.sender = continuation
                return false
            }
            if isOpen { continuation.resume() }
        }
    }

    /// True while the call runs, false if it ended with OK; throws if it ended otherwise.
    func check() throws(RPCError) -> Bool {
        guard let end = state.withLock({ $0.end }) else { return true }
        return try Self.answer(end)
    }

    /// The request ends: false if it had before.
    func finish() -> Bool {
        state.withLock { state in
            defer { state.isFinished = true }
            return !state.isFinished
        }
    }

    private static func answer(_ end: ClientCallMachine.End) throws(RPCError) -> Bool {
        if let error = end.error { throw error }
        return false
    }

    // MARK: The loop

    /// A window took `count` bytes.
    func took(_ count: Int) {
        let sender = state.withLock { state in
            state.waiting -= count
            return state.isOpen ? state.sender.take() : nil
        }
        sender?.resume()
    }

    /// The call has ended.
    func close(_ end: ClientCallMachine.End) {
        let sender = state.withLock { state in
            if state.end == nil { state.end = end }
            return state.sender.take()
        }
        sender?.resume()
    }
}
