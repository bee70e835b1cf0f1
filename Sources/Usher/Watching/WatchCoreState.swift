import UsherCore
import UsherWire

/// What stands behind the lock of a watching core: the machine that follows, its one stream or poll, and what is still to
/// be done about it.
protocol WatchCoreState {
    associatedtype Replica: StreamReplica where Replica.Event: WireMessage
    /// What is done outside the lock, one after the other.
    associatedtype Action: WatchAction
    associatedtype Handle: WatchingHandle
    associatedtype Merger: WatchMerger

    var machine: WatchMachine<Replica> { get set }
    var actions: [Action] { get set }
    var isDraining: Bool { get set }
    var stream: (id: Int, stream: EventStream<Replica.Event>)? { get set }
    var polling: (id: Int, task: Task<Void, Never>)? { get set }
    var sleeper: (id: Int, wakes: Int64, task: Task<Void, Never>)? { get set }
    /// What ended the last stream or poll.
    var lastError: UsherError? { get set }
    /// Those who wait for something newer than a version.
    var waiters: [Int: CheckedContinuation<Void, Never>] { get set }
    /// Raised with each change that consumers may want to know.
    var version: Int { get set }
    var handles: [Int: WatchHandle<Handle>] { get set }
    var consumers: [Int: Merger] { get set }
    /// What changed since it was told last.
    var changed: Handle.Properties { get set }
    /// What is shown.
    var view: Merger.View { get }
    /// Whether everything is there to be shown, or will not come.
    var isReady: Bool { get }
    var isShutDown: Bool { get }
    /// The next deadline of anything.
    var wakesAt: Int64? { get }

    mutating func newID() -> Int
    /// After a handle came or went.
    mutating func usersChanged(_ now: Int64)
    /// The stream or poll `id` has told the event, and the machine takes it next.
    mutating func willHear(_ event: Replica.Event, of id: Int)
    /// True if the failure is dealt with, and none of the machine's: nothing else is wrong with the stream.
    mutating func mends(_ error: UsherError, ofStream id: Int, now: Int64) -> Bool
    /// Takes over what the machine says, and has told what changed.
    mutating func absorb(_ directives: [WatchMachine<Replica>.Directive], now: Int64)
}

extension WatchCoreState {
    mutating func mends(_ error: UsherError, ofStream id: Int, now: Int64) -> Bool { false }

    func isOpen(handle: Int) -> Bool { handles[handle] != nil }

    /// Whoever waits shall look again, though nothing of what is shown changed.
    mutating func wakeWaiters() {
        version += 1
        queueNotify()
    }

    mutating func queueNotify() {
        if !actions.contains(where: \.isNotify) { actions.append(.notify) }
    }

    /// What users see of the machine's state.
    var machineConnection: MapConnection {
        switch machine.state {
        case .idle, .suspended: .suspended
        case .connecting(let attempt): .connecting(attempt: attempt)
        case .live: .live
        case .waiting(let span, let failure): .waiting(retryIn: span, after: error(failure))
        case .polling: .polling
        case .failed(let failure): .failed(error(failure))
        }
    }

    private func error(_ failure: StreamFailure) -> UsherError {
        switch failure.cause {
        case .told: lastError ?? UsherError(.unavailable, message: failure.message)
        case .silence, .drain: UsherError(.unavailable, message: failure.message)
        case .gap: UsherError(.dataLoss, message: failure.message)
        }
    }

    var isActive: Bool {
        switch machine.state {
        case .connecting, .live, .waiting, .polling: true
        case .idle, .suspended, .failed: false
        }
    }
}
