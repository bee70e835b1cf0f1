import Synchronization

/// What other threads leave for a loop, and whether the loop must be woken for it.
///
/// Its bound is with those who post, since nobody could be turned away here: tasks are as many as the handlers that may
/// run, and the fan-out has one job at a time for each loop and show.
final class Mailbox: Sendable {
    enum Item: Sendable {
        case closure(@Sendable () -> Void)
        case job(UnownedJob)
    }

    enum Posted {
        /// The loop is awake and looks again before it sleeps.
        case seen
        /// The loop may be asleep: signal it.
        case mustWake
        /// The loop has ended; nobody will look.
        case closed
    }

    private struct State {
        var items: [Item] = []
        var awake = true
        var closed = false
    }

    private let state = Mutex(State())

    func post(_ item: Item) -> Posted {
        state.withLock { state in
            if state.closed { return .closed }
            state.items.append(item)
            if state.awake { return .seen }
            state.awake = true
            return .mustWake
        }
    }

    /// Swaps what was posted into `items`, which must be empty and whose storage is used for the next posts.
    func take(_ items: inout [Item]) {
        state.withLock { swap(&$0.items, &items) }
    }

    /// True if nothing is waiting; from then on a post must wake the loop.
    func goToSleep() -> Bool {
        state.withLock { state in
            guard state.items.isEmpty else { return false }
            state.awake = false
            return true
        }
    }

    /// The loop is up again for another reason than a post.
    func wokeUp() {
        state.withLock { $0.awake = true }
    }

    /// True if nothing is waiting; from then on posts are refused.
    func close() -> Bool {
        state.withLock { state in
            guard state.items.isEmpty else { return false }
            state.closed = true
            return true
        }
    }
}
