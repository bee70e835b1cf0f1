import Synchronization
import UsherRPC

/// A transport of canned answers: what a test's gateway would have said, in the order of the calls.
final class ScriptedTransport: ClientTransport {
    enum Event: Sendable {
        case message([UInt8])
        case fail(RPCError)
        case end
        /// Nothing, until the stream is cancelled.
        case silence
    }

    struct Call: Sendable {
        var path: String
        var message: [UInt8]
        var metadata: Metadata
        var options: CallOptions
    }

    private struct State {
        var answers: [Result<[UInt8], RPCError>] = []
        var streams: [[Event]] = []
        var calls: [Call] = []
        var opened: [ScriptedStream] = []
    }

    private let state = Mutex(State())
    /// Stands while a stream has something for its reader. A client of this transport is given this clock: by another
    /// one its watchdogs could find a stream silent whose events merely wait for a processor.
    let clock = TestRuntime()

    /// `streams` are used one after another; the last one is used again and again.
    init(
        answers: [Result<[UInt8], RPCError>] = [], streams: [[Event]] = []
    ) {
        state.withLock { state in
            state.answers = answers
            state.streams = streams
        }
    }

    var calls: [Call] { state.withLock { $0.calls } }
    /// Streams that are neither cancelled nor ended.
    var liveStreams: Int { state.withLock { $0.opened }.count(where: \.isLive) }
    /// The most that were live at once.
    let mostLive = Mutex(0)

    func unary(
        _ path: String, _ message: [UInt8], metadata: Metadata, options: CallOptions
    ) async throws(RPCError) -> UnaryReply {
        let answer = state.withLock { state in
            state.calls.append(Call(path: path, message: message, metadata: metadata, options: options))
            return state.answers.isEmpty
                ? .failure(RPCError(.internal, "the script is over")) : state.answers.removeFirst()
        }
        return UnaryReply(message: try answer.get())
    }

    func serverStream(
        _ path: String, _ message: [UInt8], metadata: Metadata, options: CallOptions
    ) -> any ClientStream {
        let stream = state.withLock { state in
            state.calls.append(Call(path: path, message: message, metadata: metadata, options: options))
            let events = state.streams.count > 1 ? state.streams.removeFirst() : state.streams.first ?? []
            let stream = ScriptedStream(events, clock)
            state.opened.append(stream)
            return stream
        }
        let live = liveStreams
        mostLive.withLock { $0 = max($0, live) }
        return stream
    }

    /// No script has one: what this client's services offer needs none.
    func stream(
        _ path: String, reply: ClientCallMachine.Reply, metadata: Metadata, options: CallOptions
    ) -> any ClientDuplexStream {
        ScriptedStream([.fail(RPCError(.internal, "the script is over"))], clock)
    }

    func close() {}
}

/// A stream of canned events; after the last it is silent until it is cancelled. It holds the clock until its reader
/// waits in silence or cancels it: a reader that is slow for want of a processor has waited for no time at all.
final class ScriptedStream: ClientDuplexStream {
    private struct State {
        var events: [ScriptedTransport.Event]
        var isOver = false
        var holdsClock = true
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state: Mutex<State>
    private let clock: TestRuntime
    let trailers = Metadata()
    let wasCompressed = false

    init(_ events: [ScriptedTransport.Event], _ clock: TestRuntime) {
        state = Mutex(State(events: events))
        self.clock = clock
        clock.hold()
    }

    deinit {
        letClockGo()
    }

    var isLive: Bool { !state.withLock { $0.isOver } }

    func headers() async throws(RPCError) -> Metadata { Metadata() }
    func send(_ message: [UInt8], compressed: Bool) async throws(RPCError) -> Bool { isLive }
    func finishSending() {}

    func next() async throws(RPCError) -> [UInt8]? {
        let event = state.withLock { state -> ScriptedTransport.Event in
            if state.isOver { return .fail(RPCError(.cancelled, "cancelled")) }
            let event = state.events.isEmpty ? .silence : state.events.removeFirst()
            switch event {
            case .fail, .end: state.isOver = true
            case .message, .silence: break
            }
            return event
        }
        switch event {
        case .message(let bytes): return bytes
        case .fail(let error): throw error
        case .end: return nil
        case .silence:
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isOver = state.withLock { state in
                        if !state.isOver { state.waiting = continuation }
                        return state.isOver
                    }
                    if isOver { continuation.resume() } else { letClockGo() }
                }
            } onCancel: {
                cancel()
            }
            throw RPCError(.cancelled, "cancelled")
        }
    }

    func cancel() {
        let waiting = state.withLock { state in
            state.isOver = true
            return state.waiting.take()
        }
        waiting?.resume()
        letClockGo()
    }

    private func letClockGo() {
        let held = state.withLock { state in
            defer { state.holdsClock = false }
            return state.holdsClock
        }
        if held { clock.letGo() }
    }
}
