import Synchronization
import UsherCore
import UsherRPC

/// What is told of one call, in order and the end once.
final class CallWatch: Sendable {
    private struct State {
        var isOpen = false
        var isOver = false
        var messages = 0
        var bytes = 0
        /// Events that are still to be told, in their order; whoever finds the place empty tells them.
        var events: [CallEvent] = []
        var isTelling = false
    }

    private let call: InterceptedCall
    private let interceptors: [any ClientInterceptor]
    private let runtime: ClientRuntime
    private let began: Int64
    private let state = Mutex(State())

    init(_ call: InterceptedCall, _ interceptors: [any ClientInterceptor], _ runtime: ClientRuntime) {
        self.call = call
        self.interceptors = interceptors
        self.runtime = runtime
        began = runtime.now()
    }

    private var age: TimeSpan { TimeSpan(nanoseconds: runtime.now() - began) }

    func opened() {
        let age = age
        tell { state in
            guard !state.isOpen else { return [] }
            state.isOpen = true
            return [.opened(after: age)]
        }
    }

    func count(_ message: [UInt8]) {
        state.withLock { state in
            state.messages += 1
            state.bytes += message.count
        }
    }

    /// A stream's message.
    func received(_ message: [UInt8]) {
        count(message)
        let age = age
        tell { state in
            guard state.messages == 1 else { return [] }
            defer { state.isOpen = true }
            return (state.isOpen ? [] : [.opened(after: age)]) + [.firstMessage(after: age)]
        }
    }

    func end(_ error: RPCError?) {
        let age = age
        tell { state in
            defer { state.isOver = true }
            return [
                .ended(
                    CallSummary(
                        error: error.map { UsherError($0) }, duration: age, messages: state.messages,
                        bytes: state.bytes))
            ]
        }
    }

    /// Two threads may have something to tell: a reader, and who cancels.
    private func tell(_ make: (inout State) -> [CallEvent]) {
        let isTeller = state.withLock { state in
            guard !state.isOver else { return false }
            let events = make(&state)
            state.events += events
            defer { state.isTelling = true }
            return !state.isTelling
        }
        guard isTeller else { return }
        while let event = nextEvent() {
            for interceptor in interceptors.reversed() { interceptor.happened(event, to: call) }
        }
    }

    private func nextEvent() -> CallEvent? {
        state.withLock { state in
            guard !state.events.isEmpty else {
                state.isTelling = false
                return nil
            }
            return state.events.removeFirst()
        }
    }
}
