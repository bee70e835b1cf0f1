import Synchronization
import Usher
import UsherTesting

/// Reads one stream of `tonight` by the contract's letter, in a task that the gateway waits for.
final class Reader: Sendable {
    struct State {
        var replica = SeatMapReplica()
        var events: [SeatEvent] = []
        /// When each event came, in virtual time.
        var times: [TimeSpan] = []
        var gaps = 0
        var error: UsherError?
        var isOver = false
    }

    private let state = Mutex(State())
    private let task: Mutex<Task<Void, Never>?> = Mutex(nil)

    init(_ client: UsherClient, _ gateway: TestGateway, from known: SeatMapReplica = SeatMapReplica()) {
        state.withLock { $0.replica = known }
        let reading = Task(executorPreference: gateway.executor) { [weak self] in
            do throws(UsherError) {
                for try await event in client.seatEvents(of: "tonight", after: known.position) {
                    self?.take(event, gateway.clock.elapsed)
                }
            } catch {
                self?.state.withLock { $0.error = error }
            }
            self?.state.withLock { $0.isOver = true }
        }
        task.withLock { $0 = reading }
    }

    private func take(_ event: SeatEvent, _ time: TimeSpan) {
        state.withLock { state in
            state.events.append(event)
            state.times.append(time)
            if case .resume = state.replica.apply(event) { state.gaps += 1 }
        }
    }

    func stop() { task.withLock { $0 }?.cancel() }

    var events: [SeatEvent] { state.withLock { $0.events } }
    var times: [TimeSpan] { state.withLock { $0.times } }
    var gaps: Int { state.withLock { $0.gaps } }
    var replica: SeatMapReplica { state.withLock { $0.replica } }
    var error: UsherError? { state.withLock { $0.error } }
    var isOver: Bool { state.withLock { $0.isOver } }
    /// Of the seat with this index.
    func seat(_ index: Int) -> SeatState? {
        state.withLock { state in
            index < state.replica.states.count ? SeatState(rawValue: state.replica.states[index]) : nil
        }
    }
}
