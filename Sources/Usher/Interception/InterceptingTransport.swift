import Synchronization
import UsherCore
import UsherRPC

/// Tells interceptors of every call that goes through it.
final class InterceptingTransport: ClientTransport {
    private static let attemptsField = "grpc-previous-rpc-attempts"

    private let inner: any ClientTransport
    private let interceptors: [any ClientInterceptor]
    private let runtime: ClientRuntime
    private let calls = Atomic<UInt64>(0)

    init(_ inner: any ClientTransport, _ interceptors: [any ClientInterceptor], _ runtime: ClientRuntime) {
        self.inner = inner
        self.interceptors = interceptors
        self.runtime = runtime
    }

    func unary(
        _ path: String, _ message: [UInt8], metadata: Metadata, options: CallOptions
    ) async throws(RPCError) -> UnaryReply {
        let (watch, metadata) = begin(path, .unary, metadata)
        do throws(RPCError) {
            let reply = try await inner.unary(path, message, metadata: metadata, options: options)
            watch.count(reply.message)
            watch.end(nil)
            return reply
        } catch {
            watch.end(error)
            throw error
        }
    }

    func serverStream(
        _ path: String, _ message: [UInt8], metadata: Metadata, options: CallOptions
    ) -> any ClientStream {
        let (watch, metadata) = begin(path, .stream, metadata)
        return InterceptedStream(inner.serverStream(path, message, metadata: metadata, options: options), watch)
    }

    func stream(
        _ path: String, reply: ClientCallMachine.Reply, metadata: Metadata, options: CallOptions
    ) -> any ClientDuplexStream {
        let (watch, metadata) = begin(path, .stream, metadata)
        return InterceptedDuplexStream(inner.stream(path, reply: reply, metadata: metadata, options: options), watch)
    }

    func networkChanged() { inner.networkChanged() }
    func suspend() { inner.suspend() }
    func resume() { inner.resume() }
    var loop: (any ClientLoop)? { inner.loop }
    func close() { inner.close() }

    /// Asks the interceptors; the metadata to send.
    private func begin(
        _ path: String, _ kind: InterceptedCall.Kind, _ metadata: Metadata
    ) -> (CallWatch, Metadata) {
        let attempts = metadata[Self.attemptsField]
        var visible = Metadata()
        for entry in metadata.entries where entry.name != Self.attemptsField { visible.add(entry.name, entry.value) }
        var call = InterceptedCall(
            id: calls.add(1, ordering: .relaxed).newValue, path: path, kind: kind,
            attempt: (attempts.flatMap { Int($0) } ?? 0) + 1, metadata: visible)
        for interceptor in interceptors { interceptor.willStart(&call) }
        var sent = Metadata()
        if let attempts { sent.add(Self.attemptsField, attempts) }
        for entry in call.metadata.entries where entry.name != Self.attemptsField { sent.add(entry.name, entry.value) }
        return (CallWatch(call, interceptors, runtime), sent)
    }
}
