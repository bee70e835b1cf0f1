import Synchronization
import UsherRPC

/// A stream that opens as soon as there is a token for it.
final class StreamOpening<Stream: Sendable>: Sendable {
    typealias Opened = (stream: Stream, held: TokenStore.Held)

    /// The stream, once it stands, for whoever cancels it.
    private final class Place: Sendable {
        private struct State {
            var stream: Stream?
            var isCancelled = false
        }

        private let state = Mutex(State())
        private let cancelStream: @Sendable (Stream) -> Void

        init(_ cancel: @escaping @Sendable (Stream) -> Void) {
            cancelStream = cancel
        }

        var stream: Stream? { state.withLock { $0.stream } }

        func fill(_ stream: Stream) {
            let isCancelled = state.withLock { state in
                state.stream = stream
                return state.isCancelled
            }
            if isCancelled { cancelStream(stream) }
        }

        func cancel() {
            let stream = state.withLock { state in
                state.isCancelled = true
                return state.stream
            }
            if let stream { cancelStream(stream) }
        }
    }

    private let place: Place
    private let task: Task<Result<Opened, RPCError>, Never>

    init(
        _ tokens: TokenStore, patience: Int64?, open: @escaping @Sendable (TokenStore.Held) -> Stream,
        cancel: @escaping @Sendable (Stream) -> Void
    ) {
        let place = Place(cancel)
        self.place = place
        task = Task {
            do throws(RPCError) {
                let held = try await tokens.token(within: patience)
                let stream = open(held)
                place.fill(stream)
                return .success((stream, held))
            } catch {
                return .failure(error)
            }
        }
    }

    /// nil before it stands.
    var stream: Stream? { place.stream }

    /// How the opening ends.
    var outcome: Result<Opened, RPCError> {
        get async { await task.value }
    }

    /// The stream, as soon as it stands. Cancelling the waiting task cancels the call.
    func opened() async throws(RPCError) -> Opened {
        let (task, place) = (task, place)
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            place.cancel()
            task.cancel()
        }
        return try result.get()
    }

    func cancel() {
        place.cancel()
        task.cancel()
    }
}
