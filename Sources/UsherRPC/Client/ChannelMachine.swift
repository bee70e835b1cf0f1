/// Whether a channel has a connection, makes one, or pauses; and what that means for its calls. No I/O, no clock.
public struct ChannelMachine: Sendable {
    public enum State: Sendable, Equatable {
        /// No connection and nobody who needs one.
        case idle
        case connecting
        case ready
        /// The last attempt failed; the next comes after the pause.
        case pausing(RPCError)
        case closed
    }

    /// What to do with a new call.
    public enum Step: Sendable, Equatable {
        /// Send it on the present connection.
        case send
        /// Keep it until there is a connection.
        case wait
        /// Keep it, and begin to connect.
        case connect
        /// Keep it, and let the pause end a second after it began at the latest.
        case hurry
        case fail(RPCError)
    }

    public private(set) var state = State.idle
    private var backoff = ConnectBackoff()

    public init() {}

    public mutating func callArrived(waitsForReady: Bool, hurries: Bool = false) -> Step {
        switch state {
        case .idle:
            state = .connecting
            return .connect
        case .connecting: return .wait
        case .ready: return .send
        case .pausing(let error): return hurries ? .hurry : waitsForReady ? .wait : .fail(error)
        case .closed: return .fail(RPCError(.cancelled, "the channel is closed"))
        }
    }

    /// The peer's SETTINGS arrived.
    public mutating func connected() {
        guard state == .connecting else { return }
        state = .ready
        backoff.reset()
    }

    /// An attempt failed: the pause before the next, in nanoseconds. Calls that do not wait for a connection fail with
    /// `error`. nil if the channel was closed meanwhile.
    public mutating func connectFailed(_ error: RPCError, random: UInt64) -> Int64? {
        guard state == .connecting else { return nil }
        state = .pausing(error)
        return backoff.next(random: random)
    }

    /// The pause is over: true to connect now, since calls wait.
    public mutating func pauseEnded(callsWait: Bool) -> Bool {
        guard case .pausing = state else { return false }
        state = callsWait ? .connecting : .idle
        return callsWait
    }

    /// The present connection takes no more calls (GOAWAY) or broke. The next call connects at once: true if calls
    /// wait already.
    public mutating func connectionGone(callsWait: Bool) -> Bool {
        guard state == .ready else { return false }
        state = callsWait ? .connecting : .idle
        return callsWait
    }

    public mutating func close() {
        state = .closed
    }
}
