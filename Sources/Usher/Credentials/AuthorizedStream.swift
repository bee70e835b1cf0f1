import Synchronization
import UsherRPC

/// A server stream that opens with a token, and once more with another if the first was refused.
final class AuthorizedStream: ClientStream {
    private typealias Opening = StreamOpening<any ClientStream>

    private struct State {
        var opening: Opening
        var mayRepeat = true
        var isCancelled = false
    }

    private let tokens: TokenStore
    private let begin: @Sendable () -> StreamOpening<any ClientStream>
    private let state: Mutex<State>

    init(
        _ tokens: TokenStore, open: @escaping @Sendable (TokenStore.Held) -> any ClientStream,
        patience: @escaping @Sendable () -> Int64?
    ) {
        self.tokens = tokens
        begin = { StreamOpening(tokens, patience: patience(), open: open) { $0.cancel() } }
        state = Mutex(State(opening: begin()))
    }

    deinit {
        cancel()
    }

    var trailers: Metadata { state.withLock { $0.opening }.stream?.trailers ?? Metadata() }
    var wasCompressed: Bool { state.withLock { $0.opening }.stream?.wasCompressed ?? false }

    func headers() async throws(RPCError) -> Metadata {
        try await read { (stream) throws(RPCError) in try await stream.headers() }
    }

    func next() async throws(RPCError) -> [UInt8]? {
        try await read { (stream) throws(RPCError) in try await stream.next() }
    }

    func cancel() {
        let opening = state.withLock { state in
            state.isCancelled = true
            return state.opening
        }
        opening.cancel()
    }

    private func read<Value>(
        _ body: (any ClientStream) async throws(RPCError) -> Value
    ) async throws(RPCError) -> Value {
        while true {
            let (stream, held) = try await state.withLock { $0.opening }.opened()
            do throws(RPCError) {
                let value = try await body(stream)
                // The gateway has let the call in: a later refusal is of something else.
                state.withLock { $0.mayRepeat = false }
                return value
            } catch {
                guard CredentialTransport.isRefusal(error), repeats(held) else { throw error }
            }
        }
    }

    /// True if another opening is under way.
    private func repeats(_ held: TokenStore.Held) -> Bool {
        let mayRepeat = state.withLock { state in
            defer { state.mayRepeat = false }
            return state.mayRepeat && !state.isCancelled
        }
        guard mayRepeat, tokens.refused(held) else { return false }
        let next = begin()
        let isCancelled = state.withLock { state in
            state.opening = next
            return state.isCancelled
        }
        if isCancelled { next.cancel() }
        return true
    }
}
