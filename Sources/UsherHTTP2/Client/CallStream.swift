import Synchronization
import UsherRPC

/// A server stream as its reader holds it. Letting go of it cancels the call.
final class CallStream: ClientStream {
    private let core: ChannelCore
    private let call: ClientCall
    private let trailing = Mutex(Metadata())

    init(core: ChannelCore, call: ClientCall) {
        self.core = core
        self.call = call
        core.reactor.post { [weak self] in
            call.onTrailers = { metadata in self?.trailing.withLock { $0 = metadata } }
            core.start(call)
        }
    }

    deinit {
        cancel()
    }

    var trailers: Metadata { trailing.withLock { $0 } }

    func headers() async throws(RPCError) -> Metadata {
        let (core, call) = (core, call)
        let result: Result<Metadata, RPCError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                core.reactor.post {
                    precondition(call.onHeaders == nil, "one task at a time waits for a stream's headers")
                    call.onHeaders = { continuation.resume(returning: $0) }
                    call.deliver()
                }
            }
        } onCancel: {
            core.reactor.post { core.cancel(call) }
        }
        return try result.get()
    }

    func next() async throws(RPCError) -> [UInt8]? {
        let (core, call) = (core, call)
        let result: Result<[UInt8]?, RPCError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                core.reactor.post {
                    precondition(call.onMessageOrEnd == nil, "one task at a time reads a stream")
                    call.onMessageOrEnd = { continuation.resume(returning: $0) }
                    call.deliver()
                }
            }
        } onCancel: {
            core.reactor.post { core.cancel(call) }
        }
        return try result.get()
    }

    /// Queues a message of a request that is a stream, or (nil) its end.
    func append(_ message: [UInt8]?) {
        let (core, call) = (core, call)
        core.reactor.post {
            if let message { call.body.append(message) } else { call.body.finish() }
            call.connection?.requestGrew(call)
        }
    }

    func cancel() {
        let (core, call) = (core, call)
        core.reactor.post { core.cancel(call) }
    }
}
