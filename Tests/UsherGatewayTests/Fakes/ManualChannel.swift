import Synchronization
import UsherCore
import UsherRPC
import UsherWire

@testable import UsherGateway

/// A stream whose reader takes events when the test says so.
final class ManualChannel: FeedChannel {
    let loop: any EventLoop
    private let state = Mutex(State())

    private struct State {
        var isReading = true
        var isOpen = true
        var error: RPCError?
        var listening: Int64?
        var arrived: [FramedMessage] = []
        var waiting: [FramedMessage] = []
        var sending: (@Sendable () -> Void)?
        var drained: (@Sendable () -> Void)?
        var closed: (@Sendable () -> Void)?
        var going: (@Sendable (GoingAway) -> Void)?
    }

    init(_ loop: any EventLoop) { self.loop = loop }

    var isDrained: Bool { state.withLock { $0.waiting.isEmpty } }
    var isOpen: Bool { state.withLock { $0.isOpen } }
    /// What the stream ended with.
    var error: RPCError? { state.withLock { $0.error } }
    /// Messages that the server side holds for the reader.
    var held: Int { state.withLock { $0.waiting.count } }
    /// The bytes that arrived, to tell shared messages from copies.
    var messages: [FramedMessage] { state.withLock { $0.arrived } }

    var events: [SeatEvent] {
        get throws { try messages.map { try SeatEvent(decoding: $0.message) } }
    }

    var roomEvents: [RoomEvent] {
        get throws { try messages.map { try RoomEvent(decoding: $0.message) } }
    }

    func send(_ message: FramedMessage) {
        let sending = state.withLock { state in
            if state.isReading { state.arrived.append(message) } else { state.waiting.append(message) }
            return state.sending
        }
        sending?()
    }

    /// What happens while a message is sent.
    func whileSending(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.sending = body } }

    /// How long the reader's connection is silent, in nanoseconds.
    let line = ManualPulse()
    /// What the gateway asked the connection to do.
    var listening: Int64? { state.withLock { $0.listening } }

    var pulse: any PeerPulse { line }

    func listen(every nanoseconds: Int64) { state.withLock { $0.listening = nanoseconds } }

    func finish(_ error: RPCError?) {
        let closed = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.isOpen else { return nil }
            state.isOpen = false
            state.error = error
            return state.closed
        }
        closed?()
    }

    func onDrained(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.drained = body } }

    func onGoingAway(_ body: @escaping @Sendable (GoingAway) -> Void) { state.withLock { $0.going = body } }

    func onClosed(_ body: @escaping @Sendable () -> Void) {
        let isOpen = state.withLock { state in
            state.closed = body
            return state.isOpen
        }
        if !isOpen { body() }
    }

    // MARK: The reader

    func stopReading() { state.withLock { $0.isReading = false } }

    /// Takes what waits; the sender hears that it is drained, unless the transport forgets to tell.
    func readAgain(isTold: Bool = true) {
        let drained = state.withLock { state -> (@Sendable () -> Void)? in
            state.isReading = true
            let hadSome = !state.waiting.isEmpty
            state.arrived += state.waiting
            state.waiting = []
            return hadSome ? state.drained : nil
        }
        if isTold { drained?() }
    }

    /// Forgets what arrived so far.
    func forget() { state.withLock { $0.arrived = [] } }

    /// Its connection begins to go.
    func goAway(_ reason: GoingAway) { state.withLock { $0.going }?(reason) }

    func hangUp() { finish(RPCError(.cancelled, "the reader left")) }
}
