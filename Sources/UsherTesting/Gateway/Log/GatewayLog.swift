import Synchronization
import UsherCore

/// What happened between a test gateway and its clients, in order.
public final class GatewayLog: Sendable {
    private struct State {
        /// A ring once it is full.
        var entries: [LogEntry] = []
        var oldest = 0
        var counts: [Key: Int] = [:]
    }

    private struct Key: Hashable {
        var event: LogEntry.Event
        var method: String
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> TimeSpan

    init(now: @escaping @Sendable () -> TimeSpan) {
        self.now = now
    }

    /// The last ones, at most 50,000.
    public var entries: [LogEntry] {
        state.withLock { Array($0.entries[$0.oldest...] + $0.entries[..<$0.oldest]) }
    }

    /// How often something happened, to calls of one method or to all; those that `entries` forgot are counted too.
    public func count(_ event: LogEntry.Event, of method: String? = nil) -> Int {
        state.withLock { state in
            state.counts.reduce(0) { sum, count in
                count.key.event == event && (method == nil || count.key.method == method) ? sum + count.value : sum
            }
        }
    }

    /// How often each kind of fault happened.
    public var faults: [FaultKind: Int] {
        state.withLock { state in
            var faults: [FaultKind: Int] = [:]
            for case (let key, let count) in state.counts {
                if case .fault(let kind, _) = key.event { faults[kind, default: 0] += count }
            }
            return faults
        }
    }

    func add(_ event: LogEntry.Event) {
        add(LogEntry(at: now(), event: event))
    }

    func add(_ event: LogEntry.Event, of link: TestLink) {
        add(LogEntry(at: now(), event: event, client: link.name))
    }

    func add(_ event: LogEntry.Event, of call: TestCall) {
        add(LogEntry(at: now(), event: event, client: call.link.name, method: call.method, call: call.number))
    }

    private func add(_ entry: LogEntry) {
        state.withLock { state in
            state.counts[Key(event: entry.event, method: entry.method), default: 0] += 1
            guard state.entries.count >= Limits.logEntries else { return state.entries.append(entry) }
            state.entries[state.oldest] = entry
            state.oldest = (state.oldest + 1) % state.entries.count
        }
    }
}
