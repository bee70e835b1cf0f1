/// Whether a channel has a connection, makes one, or pauses; and what that means for its calls. No I/O, no clock.
public struct ChannelMachine: Sendable {
    public enum State: Sendable, Equatable {
        /// No connection that takes calls, and nobody who needs one.
        case idle
        case connecting
        /// There is a connection that takes calls, if not more at the moment.
        case ready
        /// The last attempt failed; the next comes after the pause.
        case pausing(RPCError)
        case closed
    }

    /// What is done about connections that are full, while there are some.
    public enum Growth: Sendable, Equatable {
        case none
        /// One more is made.
        case connecting
        /// That failed; the next attempt comes after the pause.
        case pausing
    }

    /// What to do with a new call.
    public enum Step: Sendable, Equatable {
        /// Send it on a present connection.
        case send
        /// Keep it until there is a connection, or room on one.
        case wait
        /// Keep it, and begin to connect.
        case connect
        /// Keep it, and let the pause end a second after it began at the latest.
        case hurry
        case fail(RPCError)
    }

    public private(set) var state = State.idle
    public private(set) var growth = Growth.none
    private var backoff = ConnectBackoff()
    /// The same for connections beside others.
    private var growthBackoff = ConnectBackoff()

    public init() {}

    /// `hasRoom`: a present connection takes one call more. `mayGrow`: if none does, another connection may be made.
    public mutating func callArrived(
        waitsForReady: Bool, hurries: Bool = false, hasRoom: Bool = true, mayGrow: Bool = false
    ) -> Step {
        switch state {
        case .idle:
            state = .connecting
            return .connect
        case .connecting: return .wait
        case .ready:
            if hasRoom { return .send }
            return grows(mayGrow) ? .connect : .wait
        case .pausing(let error): return hurries ? .hurry : waitsForReady ? .wait : .fail(error)
        case .closed: return .fail(RPCError(.cancelled, "the channel is closed"))
        }
    }

    /// Calls wait for room: true to connect for them.
    public mutating func grows(_ mayGrow: Bool) -> Bool {
        guard state == .ready, growth == .none, mayGrow else { return false }
        growth = .connecting
        return true
    }

    /// The peer's SETTINGS arrived.
    public mutating func connected() {
        switch state {
        case .connecting: state = .ready
        case .ready where growth == .connecting: growth = .none
        default: return
        }
        backoff.reset()
        growthBackoff.reset()
    }

    /// An attempt failed: the pause before the next, in nanoseconds. Calls that do not wait for a connection fail with
    /// `error`, unless there is another connection. nil if nobody wants the attempt any more.
    public mutating func connectFailed(_ error: RPCError, random: UInt64) -> Int64? {
        switch state {
        case .connecting:
            state = .pausing(error)
            return backoff.next(random: random)
        case .ready where growth == .connecting:
            growth = .pausing
            return growthBackoff.next(random: random)
        default: return nil
        }
    }

    /// The pause is over: true to connect now, since calls wait.
    public mutating func pauseEnded(callsWait: Bool) -> Bool {
        switch state {
        case .pausing: state = callsWait ? .connecting : .idle
        case .ready where growth == .pausing: growth = callsWait ? .connecting : .none
        default: return false
        }
        return callsWait
    }

    /// The last connection that took calls takes no more (GOAWAY), broke, or is in doubt. The next call connects at
    /// once: true if calls wait already. An attempt that runs goes on.
    public mutating func connectionGone(callsWait: Bool) -> Bool {
        guard state == .ready else { return false }
        let runs = growth == .connecting
        growth = .none
        state = callsWait || runs ? .connecting : .idle
        return callsWait && !runs
    }

    /// A connection that was in doubt takes calls again. An attempt that runs goes on; a pause is over.
    public mutating func connectionBack() {
        switch state {
        case .connecting:
            state = .ready
            growth = .connecting
        case .idle, .pausing: state = .ready
        case .ready, .closed: return
        }
    }

    /// Present connections are in doubt, and so is an attempt that runs, which is given up. Pauses are over, and the
    /// next is the first again. True to connect now, since calls wait.
    public mutating func networkChanged(callsWait: Bool) -> Bool {
        guard state != .closed else { return false }
        backoff.reset()
        growth = .none
        state = callsWait ? .connecting : .idle
        return callsWait
    }

    public mutating func close() {
        state = .closed
        growth = .none
    }
}
