import Synchronization
import UsherCore
import UsherRPC
import UsherWire

/// A stream that says what a test has it say.
final class HandStream: ClientDuplexStream {
    private enum Item: Sendable {
        case message([UInt8])
        case fail(RPCError)
        case end
    }

    private struct State {
        var items: [Item] = []
        var isOver = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())
    /// What it was opened with.
    let request: [UInt8]
    let trailers = Metadata()
    let wasCompressed = false

    private let onEnd: @Sendable () -> Void

    init(_ request: [UInt8], onEnd: @escaping @Sendable () -> Void) {
        self.request = request
        self.onEnd = onEnd
    }

    /// Neither ended nor cancelled.
    var isLive: Bool { !state.withLock { $0.isOver } }

    /// Where the reader stood.
    var position: Position {
        get throws {
            let request = try WatchSeatsRequest(decoding: request)
            return Position(epoch: request.epoch, seq: request.afterSeq)
        }
    }

    func send(_ events: SeatEvent...) {
        for event in events { put(.message(event.encoded())) }
    }

    /// What a room's stream was opened with.
    var room: WatchRoomRequest {
        get throws { try WatchRoomRequest(decoding: request) }
    }

    func send(_ events: RoomEvent...) {
        for event in events { put(.message(event.encoded())) }
    }

    func fail(_ error: RPCError) { put(.fail(error)) }

    func fail(_ code: StatusCode = .unavailable, _ message: String = "away") {
        put(.fail(RPCError(code, message)))
    }

    func end() { put(.end) }

    private func put(_ item: Item) {
        let waiting = state.withLock { state in
            state.items.append(item)
            return state.waiting.take()
        }
        waiting?.resume()
    }

    // MARK: ClientDuplexStream

    func headers() async throws(RPCError) -> Metadata { Metadata() }
    func send(_ message: [UInt8], compressed: Bool) async throws(RPCError) -> Bool { isLive }
    func finishSending() {}

    func next() async throws(RPCError) -> [UInt8]? {
        while true {
            let (item, ends) = state.withLock { state -> (Item?, Bool) in
                if state.isOver { return (.fail(RPCError(.cancelled, "cancelled")), false) }
                guard !state.items.isEmpty else { return (nil, false) }
                let item = state.items.removeFirst()
                if case .message = item { return (item, false) }
                state.isOver = true
                return (item, true)
            }
            if ends { onEnd() }
            switch item {
            case .message(let bytes): return bytes
            case .fail(let error): throw error
            case .end: return nil
            case nil: await wait()
            }
        }
    }

    private func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    guard !state.isOver, state.items.isEmpty else { return false }
                    state.waiting = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            cancel()
        }
    }

    func cancel() {
        let (waiting, ends) = state.withLock { state in
            let ends = !state.isOver
            state.isOver = true
            return (state.waiting.take(), ends)
        }
        if ends { onEnd() }
        waiting?.resume()
    }
}
