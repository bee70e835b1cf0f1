import Synchronization

/// Something that happens once, for threads to tell and tasks to await.
final class Signal: Sendable {
    private struct State {
        var fired = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func fire() {
        let waiting = state.withLock { state in
            state.fired = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.fired { state.waiting.append(continuation) }
                return state.fired
            }
            if isOver { continuation.resume() }
        }
    }
}
