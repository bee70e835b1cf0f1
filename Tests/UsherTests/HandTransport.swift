import Synchronization
import UsherCore
import UsherRPC
import UsherWire

/// A gateway played by hand: a test says what each stream tells and when, and what calls are answered.
final class HandTransport: ClientTransport {
    typealias Answer = @Sendable (_ message: [UInt8]) throws -> [UInt8]

    private struct State {
        var streams: [HandStream] = []
        var answers: [String: Answer] = [:]
        var calls: [String] = []
        /// Calls of these methods wait until they are let go.
        var heldMethods: Set<String> = []
        var held: [CheckedContinuation<Void, Never>] = []
        var live = 0
        var mostLive = 0
    }

    private let state = Mutex(State())

    /// Every stream that was opened.
    var streams: [HandStream] { state.withLock { $0.streams } }
    var liveStreams: Int { state.withLock { $0.live } }
    /// The most streams that were live at once.
    var mostLive: Int { state.withLock { $0.mostLive } }

    func calls(_ method: String) -> Int { state.withLock { $0.calls.count { $0 == method } } }

    func answer(_ method: String, _ answer: @escaping Answer) {
        state.withLock { $0.answers[method] = answer }
    }

    func hold(_ method: String) {
        state.withLock { _ = $0.heldMethods.insert(method) }
    }

    func letGo(_ method: String) {
        let held = state.withLock { state in
            state.heldMethods.remove(method)
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    /// The `index`th stream, once it is opened.
    func stream(_ index: Int) async -> HandStream {
        await until { streams.count > index }
        return streams[index]
    }

    // MARK: ClientTransport

    func unary(
        _ path: String, _ message: [UInt8], metadata: Metadata, options: CallOptions
    ) async throws(RPCError) -> UnaryReply {
        let method = String(path.dropFirst("/usher.v1.".count))
        let (answer, isHeld) = state.withLock { state in
            state.calls.append(method)
            return (state.answers[method], state.heldMethods.contains(method))
        }
        if isHeld {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    guard state.heldMethods.contains(method) else { return false }
                    state.held.append(continuation)
                    return true
                }
                if !waits { continuation.resume() }
            }
        }
        guard let answer else { throw RPCError(.unavailable, "nobody plays \(method)") }
        do {
            return UnaryReply(message: try answer(message))
        } catch let error as RPCError {
            throw error
        } catch {
            throw RPCError(.internal, "\(error)")
        }
    }

    func serverStream(
        _ path: String, _ message: [UInt8], metadata: Metadata, options: CallOptions
    ) -> any ClientStream {
        let stream = HandStream(message) { [weak self] in self?.state.withLock { $0.live -= 1 } }
        state.withLock { state in
            state.streams.append(stream)
            state.live += 1
            state.mostLive = max(state.mostLive, state.live)
        }
        return stream
    }

    func stream(
        _ path: String, reply: ClientCallMachine.Reply, metadata: Metadata, options: CallOptions
    ) -> any ClientDuplexStream {
        HandStream([]) {}
    }

    func close() {
        for stream in streams { stream.cancel() }
    }
}
